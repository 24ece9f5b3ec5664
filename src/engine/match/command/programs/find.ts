import type { ProgramTable } from "../program-table.ts";

/** find: its words are an expression, which the analyser reads. */
export const find: ProgramTable = {
	names: ["find", "gfind"],
	style: "none",
	operands: "data",
	analyser: "find",
	analysesWords: true,
};
