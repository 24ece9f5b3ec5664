import type { ProgramTable } from "../program-table.ts";
import { loads, plain } from "./option-rows.ts";

/** jq, gojq, jaq: the filter can only reach the environment and modules, so it is read. */
export const jq: ProgramTable = {
	names: ["jq", "gojq", "jaq"],
	abbreviations: false,
	operands: ["jq-filter", "read"],
	options: [
		{ ...loads("-f --from-file <file>", "runs the filter in this file"), is: "read", replacesFirst: true },
		loads("-L --library-path <directory>", "loads modules from this directory"),
		loads("--run-tests [file]", "runs the filters in this file"),
		{ names: ["-i", "--in-place"], operandsBecome: "write", why: "changes the files in place" },
		// The first value is the name of a variable; checking it as a path too does no harm.
		{ names: ["--slurpfile", "--rawfile", "--argfile"], value: "required", values: 2, is: "read" },
		...plain(
			"--arg <name> <value>",
			"--argjson <name> <value>",
			"--indent <number>",
			"--stream-errors",
			"--seq",
			"--stream",
			"--tab",
			"--unbuffered",
			"--yaml-input",
			"--yaml-output",
		),
	],
};
