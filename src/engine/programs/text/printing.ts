import { type AnalyserFinding, hazard, undecided } from "../analyser.ts";
import { changes, loads, plain, reads } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** Programs that only look at the words they are given. */
export const printing: readonly ProgramTable[] = [
	{ names: ["echo", "expr", "true", "false", "yes", "sleep", "logname"], style: "none", operands: "data" },
	{
		names: ["printf"],
		style: "posix",
		abbreviations: false,
		operands: "data",
		options: [changes("-v <name>", "assigns the text to a variable of the shell")],
	},
	{ names: ["test", "["], style: "none", operands: "data", analyser: testCondition, analysesWords: true },
	{ names: ["seq", "jot"], operands: "data", options: plain("-f --format <format>", "-s --separator <text>") },
	{ names: ["cal", "ncal", "banner", "figlet", "cowsay"], operands: "data" },
	{ names: ["clear", "tput", "reset"], operands: "data", options: plain("-T <terminal>") },
	{ names: ["printenv", "locale", "getconf"], operands: "data" },
];

/** date: prints; `-s`, and an operand without `+`, set the clock. */
export const date: ProgramTable = {
	names: ["date", "gdate"],
	operands: "data",
	analyser: readDate,
	options: [
		changes("-s --set <text>", "sets the clock"),
		{ ...loads("-f --file <file>", "reads dates from this file and prints the lines that are not dates"), is: "read" },
		...reads("-r --reference <file>"),
		...plain(
			"-d --date <text>",
			"-I --iso-8601 [format]",
			"--rfc-3339 <format>",
			"--resolution",
			"--debug",
			"-R --rfc-email --rfc-2822",
			"-u --utc --universal",
		),
	],
};

/** Reads the words of `test`: `-v` and `-R` evaluate the subscript of the name after them, and a subscript can run a command. */
export function testCondition(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return words.flatMap((word, at) => {
		if (word !== "-v" && word !== "-R") return [];
		const name = words[at + 1];
		if (name === undefined || (typeof name === "string" && /^[A-Za-z_]\w*$/.test(name))) return [];
		if (name === null) return [undecided("", "the name is only known when the shell runs")];
		return [hazard("runs", name, `${word} evaluates the subscript of the name`, at + 1)];
	});
}

/** Reads the operands of date: `+format` prints, anything else sets the clock. */
export function readDate(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand, at) =>
		operand === null || operand.startsWith("+") ? [] : [hazard("changes", operand, "an operand without '+' sets the clock", at)],
	);
}
