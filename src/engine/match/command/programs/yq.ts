import type { ProgramTable } from "../program-table.ts";

/** yq (both programs of that name), dasel, xq, tomlq: the words are read by the analyser. */
export const yq: ProgramTable = {
	names: ["yq", "xq", "tomlq"],
	style: "none",
	operands: "data",
	analyser: "yq",
	analysesWords: true,
};
