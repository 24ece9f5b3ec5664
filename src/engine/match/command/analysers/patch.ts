import type { Analyser } from "../analyser.ts";
import { PATCH_OPTIONS } from "../programs/patch.ts";
import { undecided } from "./findings.ts";
import { has, readArguments } from "./read-arguments.ts";

/** Reads the words of patch: unless the file is named (or nothing is written), the patch itself says what is changed. */
export const patch: Analyser = (words) => {
	const read = readArguments(words, PATCH_OPTIONS);
	if (read.uncertain) return [undecided("", "a word is only known when the shell runs")];
	if (has(read, "--dry-run") || has(read, "-o") || read.operands.length > 0) return [];
	return [undecided("", "which files are changed stands in the patch")];
};
