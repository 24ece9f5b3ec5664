import { type AnalyserFinding, access, hazard, readTree, undecided, writesBelow } from "../analyser.ts";
import { namedInside, responseFiles, writtenHere } from "../operand-analysers.ts";
import { changes, loads, plain, reads, redirects, runs, withRole, writes } from "../option-rows.ts";
import type { OptionRow, ProgramTable } from "../program-table.ts";
import { has, readArguments } from "../read-arguments.ts";
import { readEditor } from "../text/editors.ts";

const CLOC_OPTIONS: readonly OptionRow[] = [
	loads("--config <file>", "loads options"),
	redirects("--follow-links", "also reads what links lead to"),
	loads("--read-lang-def --force-lang-def <file>", "loads definitions of languages, which can call code"),
	runs("--extract-with --diff-alignment-program <program>", "starts this program"),
	{ ...runs("--vcs <program>", "runs this program"), except: ["git", "svn", "auto"] },
	changes("--strip-comments --strip-code <ending>", "writes copies of the files, with this ending"),
	...["--out", "--report-file", "--categorized", "--counted", "--ignored", "--found", "--sql", "--write-lang-def"].map((name) =>
		writes(`${name} <file>`, "writes a file"),
	),
	writes("--write-lang-def-incl-dup <file>", "writes a file"),
	writes("--sdir --unicode-dir <directory>", "writes files"),
	...reads("--exclude-list-file <file>"),
	...withRole("listed", ["--list-file <file>", "--include-list-file <file>"]),
	...plain("--exclude-dir <names>", "--include-lang <names>", "--exclude-lang <names>", "--include-ext <names>", "--exclude-ext <names>"),
	...plain("--match-f <regex>", "--not-match-f <regex>", "--match-d <regex>", "--not-match-d <regex>", "--timeout <seconds>"),
];

/** Programs for one kind of file or one small job: what they write, load and run is easily overlooked. */
export const fileTools: readonly ProgramTable[] = [
	{ names: ["exiftool"], style: "none", operands: "data", analyser: readExiftool, analysesWords: true },
	{ names: ["mlr"], style: "none", operands: "maybe-read", analyser: readMlr, analysesWords: true },
	{
		// The new names come from an expression (Perl in most of them), a pattern, or a list.
		names: ["rename", "prename", "file-rename", "perl-rename", "rename.ul", "mmv", "zmv", "brename", "rnr", "f2", "vidir", "qmv", "imv"],
		style: "none",
		operands: "data",
		analyser: namedInside,
		analysesWords: true,
	},
	{
		names: ["run-parts"],
		operands: "script",
		interpreter: { why: "it runs every program in a directory" },
		options: plain("-a --arg <argument>", "-u --umask <mask>", "--regex <regex>"),
	},
	{
		names: ["ctags", "universal-ctags", "exuberant-ctags", "etags", "cscope"],
		abbreviations: false,
		operands: "read",
		recursive: ["-R"],
		analyser: readCtags,
		analysesWords: true,
		options: [
			{ names: ["-R", "--recurse"] },
			writes("-o -f --output <file>", "writes the result"),
			loads("--options --options-maybe --optlib-dir --data-dir <place>", "loads options, which can define languages"),
			{ ...loads("-L -i -s --list-file <file>", "takes the names of the files from this file"), is: "read" },
			...["--_", "--regex-", "--mline-regex-", "--langdef", "--map-", "--param-"].map((name) => ({
				...loads(name, "changes how files are read"),
				prefix: true as const,
			})),
			...plain(
				"--exclude <pattern>",
				"--languages <names>",
				"--fields <fields>",
				"--kinds <kinds>",
				"--sort <how>",
				"--links <how>",
				"-I <words>",
			),
		],
	},
	{
		names: ["dot", "neato", "fdp", "sfdp", "twopi", "circo", "osage", "patchwork"],
		abbreviations: false,
		operands: "read",
		options: [
			writes("-o <file>", "writes the drawing"),
			changes("-O", "writes files that are called like the sources"),
			changes("-c", "changes the settings of the machine"),
			loads("-l <library>", "loads shapes"),
			...plain("-T <format>", "-G <attribute>", "-N <attribute>", "-E <attribute>", "-K <layout>", "-s <scale>"),
		],
	},
	{
		names: ["gvpr"],
		operands: "script",
		interpreter: { why: "its programs run commands" },
		options: [runs("-f <file>", "runs this program")],
	},
	{
		names: ["cloc"],
		abbreviations: false,
		operands: "read",
		analyser: readCloc,
		analysesWords: true,
		options: CLOC_OPTIONS,
	},
	{
		names: ["logger"],
		abbreviations: true,
		operands: "data",
		options: [
			...reads("-f --file <file>"),
			redirects("-n --server <host>", "sends the text to another host"),
			redirects("-u --socket <file>", "talks to another service"),
			redirects("-T --tcp", "sends the text to another host"),
			redirects("-d --udp", "sends the text to another host"),
			...plain(
				"-t --tag <text>",
				"-p --priority <level>",
				"-P --port <port>",
				"--id [number]",
				"--msgid <text>",
				"--sd-id <text>",
				"--sd-param <text>",
			),
		],
	},
	{ names: ["lynx", "w3m", "links", "links2", "elinks"], style: "none", operands: "data", analyser: textBrowser, analysesWords: true },
	{
		names: ["aria2c", "axel"],
		abbreviations: false,
		operands: "url",
		analyser: downloads,
		analysesWords: true,
		options: [
			...[
				"--on-download-complete",
				"--on-download-start",
				"--on-download-stop",
				"--on-download-error",
				"--on-download-pause",
				"--on-bt-download-complete",
			].map((name) => runs(`${name} <program>`, "runs this program")),
			loads("--conf-path <file>", "loads options, which can run programs"),
			{ ...loads("-i --input-file <file>", "takes addresses and options from this file"), is: "read" },
			writes("-o --out --output <file>", "writes the document"),
			writes("-d --dir <directory>", "writes documents there"),
			writes("-l --log <file>", "writes a log"),
			writes("--save-session --save-cookies --server-stat-of --dht-file-path <file>", "writes a file"),
			redirects("--enable-rpc", "takes commands from the network"),
			redirects("--daemon -D", "stays as a process"),
			redirects("--all-proxy --http-proxy --https-proxy <url>", "goes through another host"),
			redirects("--check-certificate [boolean]", "accepts any certificate"),
			{ ...redirects("--private-key --netrc-path --load-cookies --certificate <file>", "uses a credential"), is: "read" },
			...plain(
				"-x --max-connection-per-server <number>",
				"-s --split <number>",
				"-j --max-concurrent-downloads <number>",
				"-t --timeout <seconds>",
			),
		],
	},
	{
		names: ["sd"],
		operands: ["data", "data", "write"],
		options: [{ names: ["-p", "--preview"] }, ...plain("-f --flags <letters>", "-n --max-replacements <number>")],
	},
	{
		names: ["pdftotext", "pdftohtml", "pdftops", "rst2html", "rst2latex", "rst2man", "rst2xml"],
		operands: "filter",
		options: plain("-f <page>", "-l <page>", "-r <number>", "-layout", "-enc <encoding>"),
	},
	{
		names: ["pdftoppm", "pdftocairo", "pdfimages", "pdfseparate", "pdfunite"],
		style: "none",
		operands: ["maybe-read", "maybe-read"],
		analyser: namedInside,
		analysesWords: true,
	},
	{
		names: ["flex", "lex", "bison", "yacc", "byacc"],
		operands: "read",
		analyser: writtenHere,
		options: [
			writes("-o --output --outfile <file>", "writes the output"),
			writes("-b --file-prefix <prefix>", "writes the output"),
			loads("-S --skeleton --skel <file>", "loads a skeleton"),
		],
	},
	{ names: ["gitk", "tig", "lazygit", "gitui"], style: "none", operands: "data", analyser: readEditor, analysesWords: true },
];

const output = writes("-o --output --out --outfile -outfile <file>", "writes the result");
const settings = loads("-c --config <file>", "loads settings");

/** Programs of which little is known but that they write: the files they are given, the last of them, or some where they stand. */
export const otherWriters: readonly ProgramTable[] = [
	{
		names: [
			"optipng",
			"pngcrush",
			"pngquant",
			"jpegoptim",
			"gifsicle",
			"svgo",
			"indent",
			"hexedit",
			"hexer",
			"bvi",
			"crudini",
			"dasel",
			"augtool",
			"htpasswd",
			"htdigest",
			"rrdtool",
			"2to3",
			"msgmerge",
			"vipe",
			"espeak",
		],
		abbreviations: false,
		operands: "write",
		options: [output, writes("-f --file -w <file>", "writes this file"), settings],
	},
	{
		names: ["xmlstarlet", "postcss"],
		abbreviations: false,
		operands: "maybe-read",
		options: [
			{ names: ["-L", "--inplace", "-r", "--replace"], operandsBecome: "write", why: "rewrites the files" },
			output,
			writes("-d --dir <directory>", "writes the results there"),
			loads("-u --use --parser --stringifier --syntax <module>", "loads code"),
			loads("--config <file>", "loads settings"),
		],
	},
	{
		names: [
			"lessc",
			"ditto",
			"bsdiff",
			"bspatch",
			"xdelta3",
			"windres",
			"wkhtmltopdf",
			"wkhtmltoimage",
			"pdftk",
			"qpdf",
			"cwebp",
			"dwebp",
			"jpegtran",
		],
		abbreviations: false,
		operands: "copy",
		options: [
			output,
			writes("--source-map --update <file>", "writes a file"),
			loads("--plugin --js <code>", "loads code"),
			loads("--load-path --include-path -I <places>", "takes files from other places"),
			redirects("--cookie-jar --run-script --post-file <value>", "runs code or sends a file"),
		],
	},
	{
		names: ["sass"],
		abbreviations: false,
		operands: "copy",
		analyser: colonPairs,
		options: [
			output,
			...reads("-I --load-path <directory>"),
			loads("--pkg-importer <name>", "loads packages"),
			...plain("--style <style>"),
		],
	},
	{
		names: ["rclone", "rdiff", "qemu-img"],
		abbreviations: false,
		operands: ["data", "maybe-read", "write"],
		options: [
			loads("--config <file>", "loads settings, which name hosts and programs"),
			runs("--password-command <program>", "runs this program"),
			redirects("--rc", "takes commands from the network"),
			writes("--log-file --backup-dir --cache-dir <place>", "writes files there"),
			{ ...loads("--files-from --include-from --exclude-from --filter-from <file>", "takes names from this file"), is: "read" },
			output,
		],
	},
	{
		names: [
			"antlr4",
			"cython",
			"nuitka",
			"pyinstaller",
			"gcov",
			"msgfmt",
			"xgettext",
			"localedef",
			"makeself",
			"plantuml",
			"makeinfo",
			"cookiecutter",
			"yo",
			"plop",
			"hugo",
			"jekyll",
			"sphinx-quickstart",
			"django-admin",
			"mmdc",
			"alien",
			"zsync",
			"casync",
			"dlltool",
		],
		abbreviations: false,
		operands: "maybe-read",
		analyser: writtenHere,
		options: [
			output,
			writes("--output-dir --distpath --workpath -d --destination <directory>", "writes files there"),
			loads("--config --template --plugin --additional-hooks-dir <place>", "loads settings or code"),
			...plain("--version", "--help"),
		],
	},
	{
		names: ["protoc"],
		operands: "maybe-read",
		analyser: readProtoc,
		analysesWords: true,
		options: [
			runs("--plugin <program>", "runs this program"),
			writes("--dependency_out --descriptor_set_out -o <file>", "writes a file"),
			...reads("--descriptor_set_in <file>"),
			{ names: ["-I", "--proto_path"], value: "required", is: "maybe-read" },
			...plain("--encode <type>", "--decode <type>"),
		],
	},
];

const CLOC_PLAIN = new Set(CLOC_OPTIONS.flatMap((row) => (row.hazard === undefined && row.is === undefined ? row.names : [])));
const CLOC_DANGEROUS = CLOC_OPTIONS.flatMap((row) => (row.hazard !== undefined || row.is !== undefined ? row.names : []));

/**
 * Reads the words of cloc: it counts in every file below its operands.
 *
 * SECURITY: cloc takes its options with one dash, in capitals, with `_` for `-` and shortened (`-OU=x`); rows only know the full names.
 */
function readCloc(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const read = readArguments(words, CLOC_OPTIONS);
	const spelled = words.flatMap((word, at): readonly AnalyserFinding[] => {
		const written = /^--?[^=]+/.exec(word ?? "")?.[0] ?? "";
		const name = `--${written.replace(/^-+/, "").toLowerCase().replaceAll("_", "-")}`;
		if (written === "" || CLOC_PLAIN.has(name) || OTHER_CLOC.has(name) || CLOC_DANGEROUS.includes(written)) return [];
		return CLOC_DANGEROUS.some((known) => known.startsWith(name))
			? [hazard("changes", word ?? "", "a short form of an option that writes, loads or runs something", at)]
			: [];
	});
	const operands = read.operands.length === 0 && has(read, "--vcs") ? ["."] : read.operands;
	return [...spelled, ...operands.flatMap((operand) => (operand === null ? [] : [readTree(operand, has(read, "--follow-links"))]))];
}

/** Options of cloc that are also the beginning of a dangerous one. */
const OTHER_CLOC = new Set(["--diff", "--force-lang"]);

const EXIFTOOL_RUNS =
	/^-(?:if\d*|p|printformat|config|use|api|userparam|stay_open|execute\d*|@|argfile|common_args|geotag|efile\d*!?|srcfile)$/i;
const EXIFTOOL_WRITES =
	/^-(?:o|out|w[0-9+!]*|W[0-9+!]*|textout\d*[+!]?|tagout[+!]?|overwrite_original(?:_in_place)?|delete_original!?|restore_original|tagsfromfile|addtagsfromfile|geosync|geotime|csv|json|j)$/i;

/**
 * Reads the words of exiftool. `-TAG=value` and `-TAG<source` change the file, and with FileName or Directory its name; an
 * expression (`-if`, `-p`) is Perl.
 */
function readExiftool(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const recursive = words.some((word) => /^-r\.?$|^-recurse$/i.test(word ?? ""));
	return words.flatMap((word, at): readonly AnalyserFinding[] => {
		if (word === null) return [undecided("", "a word is only known when the shell runs: it may be an option")];
		if (!word.startsWith("-") || word === "-") return [recursive ? readTree(word) : access("read", word)];
		const file = /<=(.+)$/s.exec(word)?.[1];
		const sent = file === undefined ? [] : [access("read", file)];
		if (/[=<>]/.test(word)) return [...sent, hazard("changes", word, "changes the file, or its name", at)];
		if (EXIFTOOL_RUNS.test(word)) return [hazard("runs", word, "takes code, settings or more options", at)];
		return EXIFTOOL_WRITES.test(word) && !/^-(?:csv|json|j)$/i.test(word) ? [hazard("changes", word, "writes files", at)] : [];
	});
}

const MLR_WORDS: ReadonlyMap<string, string> = new Map([
	["-I", "rewrites the files"],
	["-s", "takes options from a file"],
	["-f", "may take a program from a file"],
	["--prepipe", "runs this command on every file"],
	["--prepipex", "runs this command on every file"],
	["--load", "loads a program"],
	["--mload", "loads programs"],
	["repl", "runs what arrives on its input"],
	["tee", "writes a file"],
	["split", "writes files"],
]);
/** Calls that run a command, and output statements that go to a file or a pipe. */
const MLR_PROGRAM = /\b(?:system|exec)\s*\(|\b(?:tee|emit\w*|e?print\w*|e?dump)\b[^;}]*[>|]/;

/** Reads the words of Miller, whose verbs and programs write files and run commands. */
function readMlr(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const programs = words.some((word) => word === "put" || word === "filter");
	return words.flatMap((word, at): readonly AnalyserFinding[] => {
		if (word === null) return [undecided("", "a word is only known when the shell runs: it may be an option or a program")];
		const why = MLR_WORDS.get(word);
		if (why !== undefined && (word !== "-f" || programs) && (word !== "-s" || at === 0 || programs)) return [hazard("runs", word, why, at)];
		if (/^--prepipe(?:x|-)/.test(word)) return [hazard("runs", word, "runs a command on every file", at)];
		return MLR_PROGRAM.test(word) ? [hazard("runs", word, "the program runs a command or writes a file", at)] : [];
	});
}

/** Reads the words of ctags: unless it prints, or a file is named, it writes `tags` where it stands. */
function readCtags(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return words.some((word) => /^(?:-x|-[fo].*|--filter.*|--output.*|--list.*|--version|--help.*|-\?)$/.test(word ?? ""))
		? []
		: [access("write", "tags")];
}

/** Reads the words of aria2c and its kin: what they fetch is written below the working directory or `-d`, under a name that the server may choose. */
function downloads(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	if (words.includes(null)) return [undecided("", "a word is only known when the shell runs")];
	const at = words.findIndex((word) => /^(?:-d|--dir(?:=|$))/.test(word ?? ""));
	if (at < 0) return writesBelow(".");
	const word = words[at] ?? "";
	const joined = word.startsWith("--") ? (word.includes("=") ? word.slice(word.indexOf("=") + 1) : "") : word.slice(2);
	return writesBelow(joined || (words[at + 1] ?? "."));
}

const BROWSER_OPTION =
	/^--?(?:dump|source|head|listonly|nolist|nonumbers|version|help|h|V|width(?:=.*)?|dump-width|dump-charset|hiddenlinks=.*|connect_timeout=.*|read_timeout=.*|assume_charset=.*|display_charset=.*|force_html|stdin|T|cols|O|I|no-references|no-numbering|nomargins|noreverse|nopause|nostatus|unique_urls|with_backspaces|dont_wrap_pre)$/;
const BROWSER_PRINTS = /^--?(?:dump|source|head|listonly|dump_source|version|help)$/;

/** Reads the words of lynx, w3m, links and elinks: what they open, and whether they only print. */
function textBrowser(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return [
		...words.flatMap(judgeBrowserWord),
		...(words.some((word) => BROWSER_PRINTS.test(word ?? ""))
			? []
			: [undecided("", "what is done in a browser can't be seen in the command")]),
	];
}

function judgeBrowserWord(word: string | null, at: number): readonly AnalyserFinding[] {
	if (word === null) return [undecided("", "what is opened is only known when the shell runs")];
	if (word.startsWith("-"))
		return BROWSER_OPTION.test(word) ? [] : [hazard("loads", word, "this option may load settings, run a program or write a file", at)];
	const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(word)?.[1]?.toLowerCase();
	if (scheme === "http" || scheme === "https" || scheme === "ftp") return [{ kind: "url", url: word }];
	const file = /^file:(?:\/\/[^/]*)?(\/.*)$/is.exec(word)?.[1];
	if (file !== undefined) return [access("read", file)];
	// `lynxexec:` and its kin run programs; `host:80` is an address.
	if (scheme !== undefined && !/^[^:]+:\d+(?:\/|$)/.test(word))
		return [hazard("runs", word, "an address of this kind can run a program", at)];
	if (/^\.{0,2}\//.test(word)) return [access("read", word)];
	return /^\d+$|^[a-z]+\/[a-z]+$/i.test(word) ? [] : [access("read", word), { kind: "url", url: word }];
}

/** Reads the operands of sass, of which one may name both source and target: `in.scss:out.css`. */
function colonPairs(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand) => (operand?.includes(":") === true ? [access("write", operand.slice(operand.indexOf(":") + 1))] : []));
}

/** Reads the words of protoc: every option that ends with `_out` names a place that is written, after the options of its plug-in. */
export function readProtoc(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return [
		...responseFiles(words),
		...words.flatMap((word, at): readonly AnalyserFinding[] => {
			if (word === null || !/^--\w+_out(?:=|$)/.test(word)) return [];
			const value = word.includes("=") ? word.slice(word.indexOf("=") + 1) : words[at + 1];
			if (value === null || value === undefined) return [undecided("", "where the output goes is only known when the shell runs")];
			return [access("write", `${value.slice(value.lastIndexOf(":") + 1)}/*`)];
		}),
	];
}
