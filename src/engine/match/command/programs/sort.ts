import type { ProgramTable } from "../program-table.ts";
import { loads, plain, reads, runs, writes } from "./option-rows.ts";

/** sort: reads its operands; one option runs a program, two write. */
export const sort: ProgramTable = {
	names: ["sort", "gsort"],
	operands: "read",
	options: [
		runs("--compress-program <program>", "runs this program on temporary files"),
		writes("-o --output <file>", "writes the result to this file"),
		writes("-T --temporary-directory <directory>", "puts temporary files there"),
		{ ...loads("--files0-from <file>", "takes the names of the files to read from this file"), is: "read" },
		...reads("--random-source <file>"),
		...plain(
			"-k --key <key>",
			"-t --field-separator <separator>",
			"-S --buffer-size <size>",
			"--batch-size <number>",
			"--parallel <number>",
			"--sort <word>",
			"--check [how]",
			"--debug",
			"--dictionary-order",
			"--version-sort",
			"--version",
			"--reverse",
			"--random-sort",
			"--numeric-sort",
			"--month-sort",
			"--merge",
		),
	],
};
