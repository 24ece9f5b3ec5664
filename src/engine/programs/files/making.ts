import { type AnalyserFinding, access, hazard, undecided, writesNames } from "../analyser.ts";
import { changes, plain, reads, runs, writes } from "../option-rows.ts";
import type { OptionRow, ProgramTable } from "../program-table.ts";
import { has, readArguments, valuesOf } from "../read-arguments.ts";

/** The options of mktemp, which its analyser reads too. */
const MKTEMP_OPTIONS: readonly OptionRow[] = plain(
	"-p <directory>",
	"--tmpdir [directory]",
	"--suffix <text>",
	"-d --directory",
	"-u --dry-run",
	"-q --quiet",
	"-t",
);

const reference = { names: ["--reference"], value: "required", is: "read", replacesFirst: true } as const;

/** Programs that make, change, move or remove the files they are given. */
export const making: readonly ProgramTable[] = [
	{ names: ["mkdir", "gmkdir"], operands: "write", options: plain("-m --mode <mode>", "--context [context]") },
	{
		names: ["rmdir", "unlink", "rm", "grm", "srm", "trash", "trash-put", "rimraf"],
		operands: "remove",
		options: plain("-r -R --recursive", "-f --force", "-d --dir", "-v --verbose", "--interactive [when]", "--preserve-root [all]"),
	},
	{
		names: ["touch", "gtouch"],
		operands: "write",
		options: [...plain("-d --date <text>", "-t <stamp>", "--time <word>"), ...reads("-r --reference <file>")],
	},
	{ names: ["truncate"], operands: "write", options: [...plain("-s --size <size>"), ...reads("-r --reference <file>")] },
	{ names: ["fallocate"], operands: "write", options: plain("-l --length <number>", "-o --offset <number>") },
	{
		names: ["shred"],
		operands: "write",
		options: [...plain("-n --iterations <number>", "-s --size <number>", "--remove [how]"), ...reads("--random-source <file>")],
	},
	{ names: ["tee"], operands: "write", options: plain("--output-error [mode]") },
	{ names: ["sponge"], operands: "write" },
	{ names: ["mkfifo"], operands: "write", options: plain("-m --mode <mode>", "--context [context]") },
	{ names: ["mknod"], operands: ["write", "data"], options: plain("-m --mode <mode>", "--context [context]") },
	{ names: ["mktemp", "gmktemp"], operands: "data", analyser: readMktemp, analysesWords: true, options: MKTEMP_OPTIONS },
	{
		names: ["chmod", "gchmod"],
		operands: ["data", "write"],
		analyser: readMode,
		analysesWords: true,
		options: [
			reference,
			changes("-L", "also changes what links lead to"),
			// `chmod -x file`: a mode may look like an option, and then every operand is a file.
			{ names: ["-r", "-w", "-x", "-X", "-s", "-t", "-u", "-g", "-o", "-a"], replacesFirst: true },
		],
	},
	{
		names: ["chown", "chgrp", "gchown"],
		operands: ["data", "write"],
		options: [reference, changes("-L", "also changes what links lead to"), ...plain("--from <owner>")],
	},
	{ names: ["chattr", "setfattr", "chcon", "restorecon"], operands: "write" },
	{ names: ["setfacl"], operands: "write", options: plain("-m --modify <entries>", "-x --remove <entries>", "-s --set <entries>") },
];

/** A mode that runs the file with its owner's rights, or lets everybody write it, must be named. */
function readMode(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return words.flatMap((word, at) => {
		const octal = /^[+=]?[0-7]{1,5}$/.test(word ?? "") ? Number.parseInt((word ?? "").replace(/^[+=]/, ""), 8) : 0;
		const clauses = /^[-ugoa=+rwxXst,]+$/.test(word ?? "") ? (word ?? "").split(",") : [];
		const special = (octal & 0o6000) !== 0 || clauses.some((clause) => /[+=][rwxXt]*s/.test(clause));
		const open = (octal & 0o002) !== 0 || clauses.some((clause) => /^[ug]*[oa][ugoa]*[+=][rxXst]*w/.test(clause));
		if (special) return [hazard("redirects", word ?? "", "whoever runs the file gets the rights of its owner", at)];
		return open ? [hazard("changes", word ?? "", "everybody may write the file then", at)] : [];
	});
}

/** dd: `if=` is read, `of=` is written. */
export const dd: ProgramTable = {
	names: ["dd", "gdd"],
	style: "none",
	operands: "data",
	analyser: readDd,
	analysesWords: true,
};

/** The options of csplit, which its analyser reads too. */
const CSPLIT_OPTIONS: readonly OptionRow[] = [
	writes("-f --prefix <prefix>", "the names of the pieces begin with it"),
	...plain("-b --suffix-format <format>", "-n --digits <number>", "--suppress-matched"),
];

/** split, csplit: read the first operand and write pieces whose names begin with a prefix. */
export const splitting: readonly ProgramTable[] = [
	{
		names: ["split", "gsplit"],
		operands: "filter",
		analyser: readSplit,
		options: [
			runs("--filter <command>", "runs this shell command for every piece"),
			...plain(
				"-a --suffix-length <number>",
				"--additional-suffix <text>",
				"-b --bytes <size>",
				"-C --line-bytes <size>",
				"--numeric-suffixes [from]",
				"--hex-suffixes [from]",
				"-l --lines <number>",
				"-n --number <chunks>",
				"-t --separator <character>",
			),
		],
	},
	{
		names: ["csplit", "gcsplit"],
		operands: ["read", "data"],
		analyser: readCsplit,
		analysesWords: true,
		options: CSPLIT_OPTIONS,
	},
];

/** Reads the words of mktemp: the template is made where it says, below `-p`, or in the directory for temporary files. */
export function readMktemp(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const read = readArguments(words, MKTEMP_OPTIONS);
	if (has(read, "-u")) return [];
	const [template = "tmp.XXXXXXXXXX"] = read.operands;
	const directory = valuesOf(read, "-p", "--tmpdir").at(-1);
	if (read.uncertain || template === null || directory === null)
		return [undecided("", "the place of the new file is only known when the shell runs")];
	if (directory !== undefined && directory !== "") return [access("write", `${directory}/${template}`)];
	const temporary = read.operands.length === 0 || has(read, "-t", "-p", "--tmpdir");
	return [access("write", temporary ? `/tmp/${template}` : template)];
}

/** Reads the words of dd: `if=` is read, `of=` is written, the rest is numbers and flags. */
export function readDd(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return words.flatMap((word) => {
		if (word === null) return [undecided("", "a word of dd is only known when the shell runs: it may name a file to write")];
		if (word.startsWith("if=")) return [access("read", word.slice(3))];
		if (word.startsWith("of=")) return [access("write", word.slice(3))];
		return [];
	});
}

/** Reads the operands of split: without a prefix the pieces are `xaa`, `xab` … in the working directory. */
export function readSplit(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.length < 2 ? [access("write", "xaa"), writesNames("x")] : pieceNames(operands[1] ?? null);
}

/** SECURITY: the third piece of `split -a 1 x .bashr` is `.bashrc`: a prefix that may be completed to a name is asked about. */
function pieceNames(prefix: string | null): readonly AnalyserFinding[] {
	if (prefix === null) return [];
	const hidden = prefix.split("/").some((part) => part.startsWith(".") && part !== "." && part !== "..");
	const unfinished = /\.[A-Za-z]+$/.test(prefix);
	return [writesNames(prefix), ...(hidden || unfinished ? [undecided("", "a piece may get the name of a file that is protected")] : [])];
}

/** Reads the words of csplit: without a prefix the pieces are `xx00`, `xx01` … in the working directory. */
export function readCsplit(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const read = readArguments(words, CSPLIT_OPTIONS);
	const prefixes = valuesOf(read, "-f");
	// `%.0d` prints nothing for the first piece, so that the rest of the format is the end of its name.
	const odd = valuesOf(read, "-b").some((format) => format === null || !/^%0?\d*[dux]\w*$/.test(format));
	return [
		...(prefixes.length === 0 ? [access("write", "xx00"), writesNames("xx")] : prefixes.flatMap(pieceNames)),
		...(odd ? [undecided("", "the format can give a piece any name")] : []),
	];
}
