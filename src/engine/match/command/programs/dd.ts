import type { ProgramTable } from "../program-table.ts";

/** dd: `if=` is read, `of=` is written. */
export const dd: ProgramTable = {
	names: ["dd", "gdd"],
	style: "none",
	operands: "data",
	analyser: "dd",
	analysesWords: true,
};
