import type { ProgramTable } from "../program-table.ts";

/** tree: its analyser reads the words, because every letter of a cluster takes the next word (`-Lo 2 file`). */
export const tree: ProgramTable = {
	names: ["tree"],
	style: "none",
	operands: "data",
	analyser: "tree",
	analysesWords: true,
};
