import type { OptionRow, ProgramTable } from "../program-table.ts";
import { plain, runs, writes } from "./option-rows.ts";

/** The options of csplit, which its analyser reads too. */
export const CSPLIT_OPTIONS: readonly OptionRow[] = [
	writes("-f --prefix <prefix>", "the names of the pieces begin with it"),
	...plain("-b --suffix-format <format>", "-n --digits <number>", "--suppress-matched"),
];

/** split, csplit: read the first operand and write pieces whose names begin with a prefix. */
export const splitting: readonly ProgramTable[] = [
	{
		names: ["split", "gsplit"],
		operands: "filter",
		analyser: "split",
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
		analyser: "csplit",
		analysesWords: true,
		options: CSPLIT_OPTIONS,
	},
];
