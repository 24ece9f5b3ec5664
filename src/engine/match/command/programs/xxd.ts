import type { ProgramTable } from "../program-table.ts";
import { plain } from "./option-rows.ts";

/** xxd: the second operand is the file that it writes. */
export const xxd: ProgramTable = {
	names: ["xxd"],
	style: "long-dash",
	abbreviations: false,
	operands: "filter",
	options: plain(
		"-c -cols <number>",
		"-g -groupsize <number>",
		"-l -len <number>",
		"-n -name <name>",
		"-o <number>",
		"-s -seek <number>",
		"-R <when>",
	),
};
