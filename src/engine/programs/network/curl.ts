import { type AnalyserFinding, access, hazard, undecided, writesBelow } from "../analyser.ts";
import { changes, loads, plain, reads, redirects, runs } from "../option-rows.ts";
import type { OptionRow, ProgramTable } from "../program-table.ts";
import { has, type ReadArguments, type ReadOption, readArguments, valuesOf } from "../read-arguments.ts";

/** The options of curl, which its analyser reads too: it judges outputs, data, methods and headers by their values. */
const CURL_OPTIONS: readonly OptionRow[] = [
	loads("-K --config <file>", "loads options from this file"),
	loads("--engine <name>", "loads a cryptographic engine"),
	loads("--variable <assignment>", "takes text from a file or the environment"),
	{ ...loads("--expand-", "puts text from a file or the environment into another option"), prefix: true },
	runs("--ntlm-wb", "runs a helper program"),
	loads("--metalink", "takes addresses from what it fetched"),
	redirects("-x --proxy <address>", "sends everything through another host"),
	redirects("--preproxy <address>", "sends everything through another host"),
	redirects("--proxy1.0 <address>", "sends everything through another host"),
	redirects("--socks4 --socks4a --socks5 --socks5-hostname <address>", "sends everything through another host"),
	redirects("--resolve <entry>", "gives a name another address"),
	redirects("--connect-to <entry>", "connects to another host"),
	redirects("--unix-socket --abstract-unix-socket <path>", "connects to a local service"),
	redirects("--doh-url <address>", "asks another host for addresses"),
	redirects("--dns-servers <addresses>", "asks other hosts for addresses"),
	{
		...redirects("--proto-redir <protocols>", "lets an address lead to a file or another protocol"),
		unless: "(?:(?:-[a-z]+|[=+]?https?)(?:,|$))*",
	},
	redirects("--proto-default <protocol>", "changes what an address without a protocol means"),
	redirects("--haproxy-clientip <address>", "claims another address"),
	redirects("-k --insecure", "any host may answer in the name of the one that is meant"),
	redirects("--proxy-insecure --doh-insecure", "any host may answer in the name of the one that is meant"),
	redirects("--location-trusted", "sends the credentials to other hosts too"),
	redirects("-u --user <credentials>", "uses these credentials"),
	redirects("-U --proxy-user <credentials>", "uses these credentials"),
	redirects("-n --netrc", "uses stored credentials"),
	redirects("--netrc-optional", "uses stored credentials"),
	{ ...redirects("--netrc-file <file>", "uses stored credentials"), is: "read" },
	{ ...redirects("-E --cert <file>", "uses this certificate"), is: "read" },
	{ ...redirects("--key <file>", "uses this key"), is: "read" },
	{ ...redirects("--pubkey <file>", "uses this key"), is: "read" },
	redirects("--pass <phrase>", "uses this key"),
	redirects("--oauth2-bearer <token>", "uses these credentials"),
	redirects("--aws-sigv4 <provider>", "signs with credentials"),
	redirects("--tlsuser --tlspassword --tlsauthtype <text>", "uses these credentials"),
	redirects("--negotiate", "uses the credentials of the session"),
	redirects("--delegation <level>", "passes credentials on"),
	changes("-Q --quote <command>", "sends a command to the server"),
	changes("-a --append", "changes a file on the server"),
	changes("--ftp-create-dirs", "makes directories on the server"),
	changes("--ftp-alternative-to-user <command>", "sends a command to the server"),
	changes("--mail-from --mail-rcpt --mail-auth <address>", "sends mail"),
	changes("-t --telnet-option <option>", "changes the session"),
	...reads(
		"--cacert <file>",
		"--capath <directory>",
		"--crlfile <file>",
		"--etag-compare <file>",
		"--egd-file <file>",
		"--random-file <file>",
	),
	...reads("--proxy-cacert <file>", "--proxy-capath <directory>", "--proxy-cert <file>", "--proxy-key <file>", "--proxy-crlfile <file>"),
	{ names: ["--url"], value: "required", is: "url" },
	...plain(
		"-o --output <file>",
		"-O --remote-name",
		"--remote-name-all",
		"--output-dir <directory>",
		"-J --remote-header-name",
		"-D --dump-header <file>",
		"-c --cookie-jar <file>",
		"--trace <file>",
		"--trace-ascii <file>",
		"--stderr <file>",
		"--libcurl <file>",
		"--etag-save <file>",
		"--hsts <file>",
		"--alt-svc <file>",
		"--ssl-sessions <file>",
		"-w --write-out <format>",
		"-d --data --data-ascii <data>",
		"--data-binary <data>",
		"--data-raw <data>",
		"--data-urlencode <data>",
		"--json <data>",
		"--url-query <data>",
		"-F --form <data>",
		"--form-string <data>",
		"-T --upload-file <file>",
		"-X --request <method>",
		"-G --get",
		"-g --globoff",
		"-I --head",
		"-b --cookie <data>",
		"-H --header <header>",
		"--proxy-header <header>",
		"-A --user-agent <name>",
		"-e --referer <address>",
		"-m --max-time <seconds>",
		"-r --range <range>",
		"-C --continue-at <offset>",
		"-P --ftp-port <address>",
		"-y --speed-time <seconds>",
		"-Y --speed-limit <speed>",
		"-z --time-cond <time>",
		"-h --help [category]",
	),
	...plain(
		"--cert-type <type>",
		"--ciphers <list>",
		"--connect-timeout <seconds>",
		"--create-file-mode <mode>",
		"--curves <list>",
		"--dns-interface <name>",
		"--dns-ipv4-addr <address>",
		"--dns-ipv6-addr <address>",
		"--ech <config>",
		"--expect100-timeout <seconds>",
		"--ftp-account <data>",
		"--ftp-method <method>",
		"--ftp-ssl-ccc-mode <mode>",
		"--happy-eyeballs-timeout-ms <time>",
		"--hostpubmd5 <hash>",
		"--hostpubsha256 <hash>",
		"--interface <name>",
		"--ip-tos <text>",
		"--ipfs-gateway <address>",
		"--keepalive-time <seconds>",
		"--keepalive-cnt <number>",
		"--key-type <type>",
		"--krb <level>",
		"--limit-rate <speed>",
		"--local-port <range>",
		"--login-options <options>",
		"--max-filesize <size>",
		"--max-redirs <number>",
		"--noproxy <list>",
		"--parallel-max <number>",
		"--parallel-max-host <number>",
		"--pinnedpubkey <hashes>",
		"--proto <protocols>",
		"--proxy-cert-type <type>",
		"--proxy-ciphers <list>",
		"--proxy-key-type <type>",
		"--proxy-pass <phrase>",
		"--proxy-pinnedpubkey <hashes>",
		"--proxy-service-name <name>",
		"--proxy-tls13-ciphers <list>",
		"--proxy-tlsauthtype <type>",
		"--proxy-tlspassword <text>",
		"--proxy-tlsuser <name>",
		"--rate <rate>",
		"--request-target <path>",
		"--retry <number>",
		"--retry-delay <seconds>",
		"--retry-max-time <seconds>",
		"--sasl-authzid <identity>",
		"--service-name <name>",
		"--sigalgs <list>",
		"--socks5-gssapi-service <name>",
		"--tftp-blksize <value>",
		"--tls-max <version>",
		"--tls13-ciphers <list>",
		"--trace-config <text>",
		"--vlan-priority <number>",
	),
	...plain(
		"--anyauth",
		"--basic",
		"--compressed",
		"--create-dirs",
		"--digest",
		"--fail",
		"--fail-early",
		"--fail-with-body",
		"--ipv4",
		"--ipv6",
		"--include",
		"--location",
		"--next",
		"--parallel",
		"--silent",
		"--ssl",
		"--verbose",
		"--version",
		"--no-buffer",
		"--no-progress-meter",
		"--show-error",
		"--show-headers",
	),
];

/** curl: operands are addresses. */
export const curl: ProgramTable = {
	names: ["curl"],
	operands: "url",
	analyser: readCurl,
	analysesWords: true,
	options: CURL_OPTIONS,
};

/** Reads the words of curl: where output goes, what is sent, and which files values such as `@file` name. */
export function readCurl(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const read = readArguments(words, CURL_OPTIONS);
	if (read.uncertain) return [undecided("", "a word is only known when the shell runs: it may be an option that writes a file")];
	const get = has(read, "-G", "-I");
	const place = (option: ReadOption) => Math.max(0, words.indexOf(option.word));
	return [
		...read.options.flatMap((option) => judgeOption(option, get, place(option))),
		...remoteNames(read),
		...expanded(read),
		...read.operands.flatMap(localFile),
		...valuesOf(read, "--url").flatMap(localFile),
	];
}

/** SECURITY: curl itself expands `{a,b}` and `[1-9]`: into hosts, names of files (`-O`, `-o '#1'`) and files that are sent (`-T`). */
function expanded(read: ReadArguments): readonly AnalyserFinding[] {
	// Behind `--next` it does not hold any more.
	if (has(read, "-g") && !has(read, "--next", "-:") && !read.options.some(({ name }) => name.startsWith("--no-g"))) return [];
	const urls = [...read.operands, ...valuesOf(read, "--url")].map((url) => url?.replace(NUMBERED_HOST, "$1") ?? "");
	return [...urls, ...valuesOf(read, "-T")].some((text) => /[{}[\]]/.test(text ?? ""))
		? [undecided("", "curl makes several addresses or files of one with brackets or braces; -g takes it as it is")]
		: [];
}

/** A host that is written as its number: `http://[::1]:8080/`. */
const NUMBERED_HOST = /^([a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#@[\]{}]*@)?\[[0-9a-f:.]+\]/i;

/** SECURITY: behind `;` and `,` a part of a form names further files (`x=@a;headers=@f`, `x=@a,b`). */
function severalParts(value: string): boolean {
	const content = value.slice(value.indexOf("=") + 1).replace(/;type=[\w.+-]+\/[\w.+-]+/g, "");
	return /[;(]|[@<].*[,@<]/s.test(content);
}

/** Options whose value is a file that is written; `-` and `%` are the standard streams. */
const OUTPUTS = new Set([
	"-o",
	"-D",
	"-c",
	"--trace",
	"--trace-ascii",
	"--stderr",
	"--libcurl",
	"--etag-save",
	"--hsts",
	"--alt-svc",
	"--ssl-sessions",
]);
/** Options that send data. */
const SENDS = new Set(["-d", "--data-binary", "--data-raw", "--data-urlencode", "--json", "-F", "--form-string", "-T"]);
const READING_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

function judgeOption(option: ReadOption, get: boolean, at: number): readonly AnalyserFinding[] {
	const { name, value } = option;
	const findings: AnalyserFinding[] = [];
	if (name === "-X" && (typeof value !== "string" || !READING_METHODS.has(value))) {
		findings.push(hazard("changes", option.word, "this method changes something on the server", at));
	}
	if (SENDS.has(name) && !(get && name !== "-T" && name !== "-F"))
		findings.push(hazard("changes", option.word, "sends data to the server", at));
	if (value === undefined) return findings;
	if (OUTPUTS.has(name)) {
		if (value === null) findings.push(undecided("", "the file that is written is only known when the shell runs"));
		else if (value !== "-" && value !== "%") findings.push(access("write", value));
		return findings;
	}
	if (name === "-F" && typeof value === "string" && severalParts(value))
		return [...findings, undecided("", "a form with several parts in one value may name further files")];
	const file = fileIn(name, value);
	if (file === null) return [...findings, undecided("", "what is sent is only known when the shell runs: it may name a file")];
	if (file !== undefined && file !== "-") findings.push(access("read", file));
	if (name === "-w" && value?.includes("%output{") === true) findings.push(hazard("changes", option.word, "%output{} writes a file", at));
	return findings;
}

/** The file that a value names; `null` = cannot be told, `undefined` = none. */
function fileIn(name: string, value: string | null): string | null | undefined {
	switch (name) {
		case "-d":
		case "--data-binary":
		case "--json":
		case "-H":
		case "--proxy-header":
		case "-w":
			return value === null ? null : value.startsWith("@") ? value.slice(1) : undefined;
		case "--data-urlencode":
		case "--url-query":
			return value === null ? null : /^[^=@]*@(.*)$/s.exec(value)?.[1];
		case "-F":
			return value === null ? null : /=\(?[@<]"?([^;,"]*)/.exec(value)?.[1];
		case "-T":
			return value;
		case "-b":
			return value === null ? null : value.includes("=") || value === "" ? undefined : value;
		default:
			return undefined;
	}
}

/** `-O`: the last part of the address is the name of the file. */
function remoteNames(read: ReadArguments): readonly AnalyserFinding[] {
	const directory = valuesOf(read, "--output-dir").at(-1);
	if (directory === null) return [undecided("", "the directory is only known when the shell runs")];
	const below = directory === undefined ? "" : `${directory}/`;
	if (!has(read, "-O", "--remote-name-all")) return directory === undefined ? [] : writesBelow(directory);
	if (has(read, "-J")) return [undecided("-J", "the server chooses the name of the file")];
	return [...read.operands, ...valuesOf(read, "--url")].map((url) => access("write", below + lastPart(url ?? "")));
}

function lastPart(url: string): string {
	return /([^/?#]*)(?:[?#].*)?$/s.exec(url)?.[1] || "index.html";
}

function localFile(url: string | null): readonly AnalyserFinding[] {
	const path = /^file:(?:\/\/[^/]*)?(\/.*)$/is.exec(url ?? "")?.[1];
	return path === undefined ? [] : [access("read", path)];
}
