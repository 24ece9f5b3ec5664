import { type AnalyserFinding, access, readTree, undecided, unknownWrite } from "../analyser.ts";
import { plain, reads, runs, writes } from "../option-rows.ts";
import type { OptionRow, ProgramTable } from "../program-table.ts";
import { type ReadArguments, readArguments, valuesOf } from "../read-arguments.ts";

/** diff, cmp, diff3, sdiff: programs that compare files. */
export const diff: readonly ProgramTable[] = [
	{
		names: ["diff", "gdiff", "colordiff", "icdiff", "wdiff"],
		operands: "read",
		// Two directories are compared file by file, also without `-r`.
		recursive: true,
		analyser: comparedTrees,
		analysesWords: true,
		options: [
			{ names: ["-r", "--recursive"] },
			runs("-l --paginate", "runs pr, wherever that is found"),
			...reads("-X --exclude-from <file>", "--from-file <file>", "--to-file <file>"),
			...plain(
				"-C <number>",
				"--context [number]",
				"-U <number>",
				"--unified [number]",
				"-W --width <number>",
				"-F --show-function-line <regex>",
				"--label -L <label>",
				"--tabsize <number>",
				"-x --exclude <pattern>",
				"-S --starting-file <file>",
				"-I --ignore-matching-lines <regex>",
				"-D --ifdef <name>",
				"--old-group-format <format>",
				"--new-group-format <format>",
				"--unchanged-group-format <format>",
				"--changed-group-format <format>",
				"--line-format <format>",
				"--old-line-format <format>",
				"--new-line-format <format>",
				"--unchanged-line-format <format>",
				"--horizon-lines <number>",
				"--color [when]",
				"--palette <palette>",
			),
		],
	},
	{ names: ["cmp"], operands: ["read", "read", "data"], options: plain("-i --ignore-initial <skip>", "-n --bytes <limit>") },
	{
		names: ["diff3"],
		operands: "read",
		options: [runs("--diff-program <program>", "runs this program to compare"), ...plain("-L --label <label>")],
	},
	{
		names: ["sdiff"],
		operands: "read",
		recursive: true,
		options: [
			runs("--diff-program <program>", "runs this program to compare"),
			{ ...writes("-o --output <file>", "starts an editor and writes the merged file"), hazard: "runs" },
			...plain("-I --ignore-matching-lines <regex>", "-w --width <number>", "--tabsize <number>"),
		],
	},
	{
		names: ["diffstat", "interdiff", "lsdiff", "combinediff", "filterdiff"],
		operands: "read",
		options: plain(
			"-p --strip-match <number>",
			"-w <number>",
			"-n <number>",
			"-i --include <pattern>",
			"-x --exclude <pattern>",
			"-U --unified <lines>",
		),
	},
];

/** The options of patch, which its analyser reads too. */
const PATCH_OPTIONS: readonly OptionRow[] = [
	writes("-o --output <file>", "writes the result to this file"),
	writes("-r --reject-file <file>", "writes what does not fit to this file"),
	writes("-B --prefix <prefix>", "the names of the backups begin with it"),
	runs("-e --ed", "runs the editor ed on the patch", "CVE-2018-1000156"),
	runs("-g --get <number>", "runs a version control program"),
	{ names: ["-d", "--directory"], value: "required", is: "cwd" },
	...reads("-i --input <file>"),
	...plain(
		"-p --strip <number>",
		"-F --fuzz <number>",
		"-D --ifdef <name>",
		"-V --version-control <method>",
		"-x --debug <number>",
		"-Y --basename-prefix <prefix>",
		"-z --suffix <suffix>",
		"--merge [style]",
		"--quoting-style <style>",
		"--read-only <how>",
		"--reject-format <format>",
		"-b --backup",
		"--backup-if-mismatch",
		"--binary",
		"--dry-run",
		"-E --remove-empty-files",
		"--posix",
		"--reverse",
		"--forward",
	),
];

/** patch: which files it changes stands in the patch. */
export const patch: ProgramTable = {
	names: ["patch", "gpatch"],
	operands: ["write", "read"],
	analyser: readPatch,
	analysesWords: true,
	options: PATCH_OPTIONS,
};

/** Reads the words of diff for `--from-file` and `--to-file`, which may name directories too. */
function comparedTrees(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return words.flatMap((word, at) => {
		const option = /^--(?:fr|fro|from|from-.*|to.*)$/.exec(word?.split("=")[0] ?? "");
		if (option === null || word === null) return [];
		const value = word.includes("=") ? word.slice(word.indexOf("=") + 1) : words[at + 1];
		return value === null || value === undefined
			? [undecided("", "what is compared is only known when the shell runs")]
			: [readTree(value)];
	});
}

/**
 * Reads the words of patch; a dry run is judged as the run.
 *
 * SECURITY: the patch says what is changed even where a file is named: `rename to` in it gives another name, mode 120000 makes a
 * link, and a script for ed is handed to ed ([programs-found-derived]).
 */
export function readPatch(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const read = readArguments(words, PATCH_OPTIONS);
	if (read.uncertain) return [undecided("", "a word is only known when the shell runs")];
	return [...backups(read), unknownWrite("which files are changed stands in the patch")];
}

/** `-z` ends and `-B`, `-Y` begin the name under which the old file is kept. */
function backups(read: ReadArguments): readonly AnalyserFinding[] {
	const file = read.operands[0] ?? valuesOf(read, "-o").at(-1);
	const [suffix, prefix, base] = ["-z", "-B", "-Y"].map((name) => valuesOf(read, name).at(-1));
	if (file === undefined) return [];
	if (suffix === null || prefix === null || base === null || file === null)
		return [undecided("", "the name of the backup is only known when the shell runs")];
	if (suffix === undefined && prefix === undefined && base === undefined) return [];
	const slash = file.lastIndexOf("/") + 1;
	return [access("write", `${prefix ?? ""}${file.slice(0, slash)}${base ?? ""}${file.slice(slash)}${suffix ?? ""}`)];
}
