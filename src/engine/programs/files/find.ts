import { type AnalyserFinding, access, type FilesBelow, hazard, undecided } from "../analyser.ts";
import { loads, plain, reads, runs } from "../option-rows.ts";
import type { OptionRow, ProgramTable } from "../program-table.ts";
import { has, readArguments, valuesOf } from "../read-arguments.ts";

/** find: its words are an expression, which the analyser reads. */
export const find: ProgramTable = {
	names: ["find", "gfind"],
	style: "none",
	operands: "data",
	analyser: readFind,
	analysesWords: true,
};

/** The options of fd, which its analyser reads too. */
const FD_OPTIONS: readonly OptionRow[] = [
	runs("-x --exec <command>", "runs this command for every file that is found"),
	runs("-X --exec-batch <command>", "runs this command on all files that are found"),
	runs("-l --list-details", "runs ls, wherever that is found"),
	{ names: ["-C", "--base-directory"], value: "required", is: "cwd" },
	...reads("--search-path <path>", "--ignore-file <file>"),
	...plain(
		"-L --follow",
		"-d --max-depth --maxdepth <number>",
		"--min-depth <number>",
		"--exact-depth <number>",
		"-t --type <type>",
		"-e --extension <extension>",
		"-E --exclude <glob>",
		"-c --color <when>",
		"-j --threads <number>",
		"-S --size <size>",
		"--changed-within --changed-after --newer --change-newer-than <date>",
		"--changed-before --older --change-older-than <date>",
		"-o --owner <owner>",
		"--path-separator <text>",
		"--batch-size <number>",
		"--max-results <number>",
		"--and <pattern>",
		"--format <format>",
		"--gen-completions [shell]",
		"--max-buffer-time <time>",
		"--hyperlink [when]",
		"--strip-cwd-prefix [when]",
	),
];

/** Other programs that search trees: ag, ack, fd, locate, fzf. */
export const searching: readonly ProgramTable[] = [
	{
		names: ["ag"],
		operands: ["data", "read"],
		recursive: true,
		followsLinks: ["-f", "--follow"],
		readsPipe: true,
		defaultOperand: ".",
		options: [
			runs("--pager <command>", "runs this command"),
			{ names: ["-g"], value: "required", replacesFirst: true },
			...reads("-p --path-to-ignore --path-to-agignore <file>"),
			...plain(
				"-A --after [lines]",
				"-B --before [lines]",
				"-C --context [lines]",
				"--depth <number>",
				"-G --file-search-regex <pattern>",
				"--ignore <pattern>",
				"--ignore-dir <name>",
				"-m --max-count <number>",
				"-W --width <number>",
				"--workers <number>",
				"--color-line-number <codes>",
				"--color-match <codes>",
				"--color-path <codes>",
				"--parallel",
				"--passthrough --passthru",
				"--print-long-lines",
				"--print0",
				"--nopager",
			),
		],
	},
	{
		names: ["ack", "ack-grep"],
		operands: ["data", "read"],
		recursive: true,
		followsLinks: ["--follow"],
		readsPipe: true,
		defaultOperand: ".",
		abbreviations: true,
		options: [
			runs("--pager [program]", "runs this program"),
			runs("--output <expression>", "older versions evaluate the expression as Perl"),
			loads("--ackrc <file>", "loads options from this file"),
			{ ...loads("--files-from <file>", "takes the names of the files to search from this file"), is: "read" },
			loads("-x", "takes the names of the files to search from its input"),
			{ names: ["--match"], value: "required", replacesFirst: true },
			{ names: ["-f"], replacesFirst: true },
			{ names: ["-g"], value: "required", replacesFirst: true },
			...plain(
				"-A --after-context <number>",
				"-B --before-context <number>",
				"-C --context [number]",
				"-m --max-count <number>",
				"-t --type <type>",
				"-T <type>",
				"--type-add <spec>",
				"--type-set <spec>",
				"--type-del <type>",
				"--ignore-dir --ignore-directory <name>",
				"--noignore-dir --noignore-directory <name>",
				"--ignore-file <spec>",
				"--color-filename <color>",
				"--color-match <color>",
				"--color-colno <color>",
				"--color-lineno <color>",
				"-p --proximate [number]",
				"--range-start <pattern>",
				"--range-end <pattern>",
				"--passthru",
				"--print0",
				"--nopager",
				"--perl",
				"--php",
				"--python",
				"--files-with-matches",
				"--files-without-matches",
			),
		],
	},
	{
		names: ["fd", "fdfind"],
		operands: ["data", "read"],
		analyser: readFd,
		analysesWords: true,
		options: FD_OPTIONS,
	},
	{
		names: ["locate", "mlocate", "plocate", "mdfind"],
		operands: "data",
		options: [...reads("-d --database <file>"), ...plain("-l --limit -n <number>", "-r --regexp <pattern>", "-onlyin <directory>")],
	},
	{
		names: ["updatedb"],
		operands: "data",
		options: [{ names: ["-o", "--output"], value: "required", is: "write", why: "writes the database" }],
	},
	{
		names: ["fzf"],
		operands: "data",
		options: [
			runs("--preview <command>", "runs this command for the chosen line"),
			runs("--bind <bindings>", "a binding can run a command"),
			runs("--with-shell <shell>", "runs commands with this shell"),
			runs("--listen [port]", "takes commands from the network"),
			runs("--tmux [options]", "starts itself in a terminal"),
			{ names: ["--history"], value: "required", is: "write", why: "writes what was typed to this file" },
			...plain(
				"-f --filter <text>",
				"-q --query <text>",
				"-d --delimiter <text>",
				"-n --nth <fields>",
				"--with-nth <fields>",
				"--preview-window <options>",
				"--preview-label <text>",
				"--height <height>",
				"--header <text>",
				"--prompt <text>",
				"--color <colors>",
				"-m --multi [number]",
				"--tiebreak <keys>",
				"--layout <layout>",
				"--expect <keys>",
				"--print-query",
				"--print0",
			),
		],
	},
];

/** Reads the words of fd, which prints names as find does: of what lies below only directories are read, with `-L` also through links. */
function readFd(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const read = readArguments(words, FD_OPTIONS);
	const named = [...read.operands.slice(1), ...valuesOf(read, "--search-path")].filter((path) => path !== null);
	return (named.length === 0 ? ["."] : named).map((path) => ({
		kind: "read",
		path: path ?? ".",
		tree: true,
		names: [],
		follows: has(read, "-L"),
	}));
}

/**
 * Reads the expression of find: starting points are read, `-exec` and its kin run a command on what is found, `-delete`
 * deletes, `-fprint` and its kin write, and every test keeps its own value (`-name '*-exec*'` is a name).
 */
export function readFind(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const unknown = words.indexOf(null);
	if (unknown >= 0) {
		const certain = readFind(words.slice(0, unknown)).filter((finding) => finding.kind !== "ask");
		return [...certain, undecided("", "a word of the expression is only known when the shell runs: it may be an action")];
	}
	const text = words.filter((word) => word !== null);
	const start = skipLeadingOptions(text);
	const expression = text.findIndex((word, index) => index >= start && startsExpression(word));
	const end = expression < 0 ? text.length : expression;
	const points = text.slice(start, end);
	// It prints names: of what lies below only directories are read.
	const follows = text.some((word, at) => word === "-follow" || (at < start && /^-\w*[LH]/.test(word)));
	const findings = (points.length === 0 ? ["."] : points).map(
		(point): AnalyserFinding => ({ kind: "read", path: point, tree: true, names: [], follows }),
	);
	return [...findings, ...readExpression(text, end)];
}

const WITHOUT_VALUE = new Set(
	`( ) ! , -not -a -and -o -or -daystart -depth -d -follow -help --help -ignore_readdir_race -noignore_readdir_race -mount -noleaf
	-nowarn -warn -version --version -xdev -x -X -s -E -empty -executable -readable -writable -false -true -nogroup -nouser -print -print0
	-ls -prune -quit`.split(/\s+/),
);

const WITH_VALUE = new Set(
	`-maxdepth -mindepth -regextype -amin -atime -cmin -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename -links
	-lname -mmin -mtime -name -path -perm -regex -size -type -uid -used -user -wholename -xtype -context -printf -Bmin -Btime -flags`.split(
		/\s+/,
	),
);

/** Tests whose value is a file that is looked at. */
const WITH_FILE = new Set(["-newer", "-anewer", "-cnewer", "-bnewer", "-mnewer", "-samefile", "-f"]);
const FIND_WRITES = new Set(["-fprint", "-fprint0", "-fls", "-fprintf"]);
const FIND_RUNS = new Set(["-exec", "-execdir", "-ok", "-okdir"]);
const STREAMS = new Set(["/dev/stdout", "/dev/stderr", "/dev/null"]);

function skipLeadingOptions(words: readonly string[]): number {
	let at = 0;
	while (at < words.length) {
		const word = words[at] ?? "";
		if (word === "-D") at += 2;
		else if (/^-[HLPEXdsx]+$|^-O\d*$/.test(word) && !WITH_VALUE.has(word)) at++;
		else if (word === "--") return at + 1;
		else break;
	}
	return Math.min(at, words.length);
}

function startsExpression(word: string): boolean {
	return (word.startsWith("-") && word.length > 1) || word === "(" || word === ")" || word === "!" || word === ",";
}

function readExpression(words: readonly string[], start: number): readonly AnalyserFinding[] {
	const findings: AnalyserFinding[] = [];
	let at = start;
	while (at < words.length) {
		const word = words[at] ?? "";
		const value = words[at + 1];
		if (WITHOUT_VALUE.has(word)) {
			at++;
		} else if (word === "-delete") {
			findings.push(hazard("changes", word, "-delete removes what is found", at));
			at++;
		} else if (FIND_RUNS.has(word)) {
			const command = readCommand(words, at + 1);
			if (command === null || command.length === 0) return [...findings, undecided("", `the command of ${word} has no end`)];
			// SECURITY: in a text, or as the program, what is found would run (`-exec sh -c 'x {}'`); the others run elsewhere or wait for an answer.
			if (word !== "-exec" || command[0] === "{}" || command.some((part) => part !== "{}" && part.includes("{}")))
				return [...findings, { kind: "unclear", segment: `${word} ${command.join(" ")}` }];
			findings.push({ kind: "command", words: command.map((part) => (part === "{}" ? null : part)), appends: true, ...foundBy(words) });
			at += command.length + 2;
		} else if (value === undefined) {
			return [...findings, undecided("", `'${word}' is not an expression of find that can be judged`)];
		} else if (WITH_VALUE.has(word)) {
			at += 2;
		} else if (FIND_WRITES.has(word)) {
			if (!STREAMS.has(value)) findings.push(access("write", value));
			at += word === "-fprintf" ? 3 : 2;
		} else if (WITH_FILE.has(word)) {
			if (value !== "-") findings.push(access("read", value));
			at += 2;
		} else if (/^-newer[aBcm][aBcmt]$/.test(word)) {
			if (!word.endsWith("t")) findings.push(access("read", value));
			at += 2;
		} else {
			return [...findings, undecided("", `'${word}' is not an expression of find that can be judged`)];
		}
	}
	return findings;
}

/** The words of the command, without its end: `;`, or `+` after `{}`. */
function readCommand(words: readonly string[], start: number): readonly string[] | null {
	for (let at = start; at < words.length; at++) {
		if (words[at] === ";" || (words[at] === "+" && words[at - 1] === "{}" && at > start)) return words.slice(start, at);
	}
	return null;
}

/** What `{}` surely is: a plain file below the starting points, or at least a path that begins with one. */
function foundBy(words: readonly string[]): { readonly below?: FilesBelow; readonly lead?: string } {
	const plain = readPlainFind(words, "-exec");
	const lead = words.slice(skipLeadingOptions(words)).find((word) => !startsExpression(word)) ?? ".";
	const end =
		plain === null ? -1 : words.findIndex((word, at) => at > plain.at && (word === ";" || (word === "+" && words[at - 1] === "{}")));
	return plain !== null && end === words.length - 1 ? { below: plain.found, lead } : { lead };
}

const NAME_TESTS = new Set(["-name", "-iname", "-path"]);
const TESTS = new Set(["-maxdepth", "-mindepth", "-size", "-mtime", "-newer"]);

/**
 * `find START… -type f TESTS ACTION`, all tests and-ed: everything it finds lies below a starting point and is a plain
 * file. `null` for every other way to write it.
 */
export function readPlainFind(words: readonly string[], action: string): { readonly found: FilesBelow; readonly at: number } | null {
	let at = words.findIndex((word) => /^[-!(),]/.test(word));
	if (at < 0) return null;
	const starts = at === 0 ? ["."] : words.slice(0, at);
	let plain = false;
	let name: string | undefined;
	for (; at < words.length; at++) {
		const word = words[at] ?? "";
		if (word === action) {
			const found = name === undefined ? { starts } : { starts, names: [name] };
			return plain && (action !== "-print0" || at === words.length - 1) ? { found, at } : null;
		}
		if (word === "-empty") continue;
		const negated = word === "!" || word === "-not";
		if (negated && !NAME_TESTS.has(words[at + 1] ?? "")) return null;
		if (negated) at++;
		if (words[at + 1] === undefined) return null;
		// Every test must hold, so the files have this name at least.
		if (word === "-name") name = words[at + 1];
		if (word === "-type") {
			if (words[at + 1] !== "f") return null;
			plain = true;
		} else if (!negated && !NAME_TESTS.has(word) && !TESTS.has(word)) return null;
		at++;
	}
	return null;
}
