import type { ProgramTable } from "../program-table.ts";
import { plain, reads, writes } from "./option-rows.ts";

/** shuf: with `-e` its operands are lines, not files. */
export const shuf: ProgramTable = {
	names: ["shuf"],
	operands: "read",
	options: [
		writes("-o --output <file>", "writes the result to this file"),
		{ names: ["-e", "--echo"], operandsBecome: "data" },
		...reads("--random-source <file>"),
		...plain("-i --input-range <range>", "-n --head-count <number>"),
	],
};
