import type { ProgramTable } from "../program-table.ts";
import { changes, loads, plain, reads } from "./option-rows.ts";

/** date: prints; `-s`, and an operand without `+`, set the clock. */
export const date: ProgramTable = {
	names: ["date", "gdate"],
	operands: "data",
	analyser: "date",
	options: [
		changes("-s --set <text>", "sets the clock"),
		{ ...loads("-f --file <file>", "reads dates from this file and prints the lines that are none"), is: "read" },
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
