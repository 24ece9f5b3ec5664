import { type AnalyserFinding, access, undecided, writesBelow } from "../analyser.ts";
import { changes, loads, plain, reads, redirects, runs } from "../option-rows.ts";
import type { OptionRow, ProgramTable } from "../program-table.ts";
import { has, type ReadArguments, readArguments, valuesOf } from "../read-arguments.ts";

/** The options of wget, which its analyser reads too: it judges where the result goes. */
const WGET_OPTIONS: readonly OptionRow[] = [
	runs("--use-askpass <program>", "runs this program to ask for the password"),
	loads("-e --execute <setting>", "sets any option, as in its configuration"),
	loads("--config <file>", "loads options from this file"),
	{ ...loads("-i --input-file <file>", "takes addresses from this file"), is: "read" },
	loads("--input-metalink <file>", "takes addresses from this file"),
	redirects("-B --base <address>", "changes what relative addresses mean"),
	redirects("--no-check-certificate", "any host may answer in the name of the one that is meant"),
	redirects("--user --http-user --ftp-user --proxy-user <name>", "uses these credentials"),
	redirects("--password --http-password --ftp-password --proxy-password --http-passwd <text>", "uses these credentials"),
	redirects("--ask-password", "uses credentials"),
	redirects("-H --span-hosts", "follows links to other hosts"),
	redirects("--dns-servers <addresses>", "asks other hosts for addresses"),
	{ ...redirects("--certificate <file>", "uses this certificate"), is: "read" },
	{ ...redirects("--private-key <file>", "uses this key"), is: "read" },
	changes("--post-data <data>", "sends data to the server"),
	{ ...changes("--post-file <file>", "sends this file to the server"), is: "read" },
	changes("--body-data <data>", "sends data to the server"),
	{ ...changes("--body-file <file>", "sends this file to the server"), is: "read" },
	{ ...changes("--method <method>", "changes what the request does"), except: ["GET", "HEAD", "OPTIONS"] },
	...reads(
		"--ca-certificate <file>",
		"--ca-directory <directory>",
		"--crl-file <file>",
		"--load-cookies <file>",
		"--egd-file <file>",
		"--random-file <file>",
		"--warc-dedup <file>",
	),
	...plain(
		"-O --output-document <file>",
		"-P --directory-prefix <directory>",
		"-o --output-file <file>",
		"-a --append-output <file>",
		"--save-cookies <file>",
		"--rejected-log <file>",
		"--hsts-file <file>",
		"--warc-file <file>",
		"--warc-tempdir <directory>",
		"--spider",
		"-b --background",
		"-t --tries <number>",
		"-T --timeout <seconds>",
		"--dns-timeout <seconds>",
		"--connect-timeout <seconds>",
		"--read-timeout <seconds>",
		"-w --wait <seconds>",
		"--waitretry <seconds>",
		"-Q --quota <number>",
		"-l --level <number>",
		"-A --accept <list>",
		"-R --reject <list>",
		"--accept-regex <regex>",
		"--reject-regex <regex>",
		"--regex-type <type>",
		"-D --domains <list>",
		"--exclude-domains <list>",
		"--follow-tags <list>",
		"--ignore-tags <list>",
		"-I --include-directories <list>",
		"-X --exclude-directories <list>",
		"-U --user-agent <agent>",
		"--header <header>",
		"--referer <address>",
		"--report-speed <type>",
		"--retry-on-http-error <list>",
		"--start-pos <offset>",
		"--progress <type>",
		"--bind-address <address>",
		"--limit-rate <rate>",
		"--restrict-file-names <modes>",
		"--prefer-family <family>",
		"--local-encoding <encoding>",
		"--remote-encoding <encoding>",
		"--cut-dirs <number>",
		"--default-page <name>",
		"--compression <type>",
		"--max-redirect <number>",
		"--secure-protocol <protocol>",
		"--certificate-type <type>",
		"--private-key-type <type>",
		"--pinnedpubkey <hashes>",
		"--ciphers <list>",
		"--warc-header <text>",
		"--warc-max-size <number>",
		"--backups [number]",
		"--preferred-location <place>",
		"--metalink-index <number>",
		"-r --recursive",
		"-m --mirror",
		"-p --page-requisites",
		"-x --force-directories",
		"--content-disposition",
		"--trust-server-names",
		"--delete-after",
		"--no-config",
		"--no-hsts",
		"--unlink",
		"--quiet -q",
		"-nv --no-verbose",
		"-nc --no-clobber",
		"-nd --no-directories",
		"-nH --no-host-directories",
		"-np --no-parent",
	),
];

/** wget: operands are addresses, and what they hold is written. */
export const wget: ProgramTable = {
	names: ["wget", "wget2"],
	operands: "url",
	analyser: readWget,
	analysesWords: true,
	options: WGET_OPTIONS,
};

/** Reads the words of wget: unless it only looks, or prints, what it fetches is written. */
export function readWget(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const read = readArguments(words, WGET_OPTIONS);
	if (read.uncertain) return [undecided("", "a word is only known when the shell runs: it may be an option that writes a file")];
	const outputs = valuesOf(read, "-O", "-o", "-a", "--save-cookies", "--rejected-log", "--hsts-file", "--warc-file", "--warc-tempdir");
	const written = outputs.flatMap((value): readonly AnalyserFinding[] => {
		if (value === null) return [undecided("", "the file that is written is only known when the shell runs")];
		return value === "-" ? [] : [access("write", value)];
	});
	return [...written, ...(has(read, "-b") ? [access("write", "wget-log")] : []), ...fetched(read)];
}

/** Where the documents go when no single file is named. */
function fetched(read: ReadArguments): readonly AnalyserFinding[] {
	if (has(read, "-O") || has(read, "--spider") || (read.operands.length === 0 && !has(read, "-i"))) return [];
	const directory = valuesOf(read, "-P").at(-1);
	if (directory === null) return [undecided("", "the directory is only known when the shell runs")];
	if (has(read, "-r", "-m", "-p", "-x", "-i", "--content-disposition", "--trust-server-names")) return writesBelow(directory ?? ".");
	const below = directory === undefined ? "" : `${directory}/`;
	return read.operands.flatMap((url) =>
		documentNames(lastPart(url ?? "")).map((name) => (name === null ? UNKNOWN_NAME : access("write", below + name))),
	);
}

const UNKNOWN_NAME = undecided("", "how the file is called that is written depends on how the address is decoded");

/** SECURITY: `%2e` in the address is a dot in the name of the file; `null` = it can't be told what comes of it. */
function documentNames(name: string): readonly (string | null)[] {
	if (!name.includes("%")) return [name];
	const decoded = name.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
	return /[%/]/.test(decoded) || /^\.{1,2}$/.test(decoded) ? [null] : [name, decoded];
}

/** wget names a document by the last part of its path, with the query. */
function lastPart(url: string): string {
	const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "").replace(/#.*$/s, "");
	const slash = path.indexOf("/");
	return (slash < 0 ? "" : path.slice(path.lastIndexOf("/", path.indexOf("?") < 0 ? path.length : path.indexOf("?")) + 1)) || "index.html";
}
