import type { ProgramTable } from "../program-table.ts";
import { plain, reads, runs, writes } from "./option-rows.ts";

/** diff, cmp, diff3, sdiff: programs that compare files. */
export const diff: readonly ProgramTable[] = [
	{
		names: ["diff", "gdiff", "colordiff", "icdiff", "wdiff"],
		operands: "read",
		// Two directories are compared file by file, also without `-r`.
		recursive: true,
		analyser: "compared-trees",
		analysesWords: true,
		options: [
			{ names: ["-r", "--recursive"] },
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
