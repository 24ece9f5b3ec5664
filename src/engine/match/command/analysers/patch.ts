import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { PATCH_OPTIONS } from "../programs/patch.ts";
import { access, undecided } from "./findings.ts";
import { has, type ReadArguments, readArguments, valuesOf } from "./read-arguments.ts";

/** Reads the words of patch: unless the file is named, the patch itself says what is changed; a dry run is judged as the run. */
export const patch: Analyser = (words) => {
	const read = readArguments(words, PATCH_OPTIONS);
	if (read.uncertain) return [undecided("", "a word is only known when the shell runs")];
	if (read.operands.length === 0 && !has(read, "-o")) return [undecided("", "which files are changed stands in the patch")];
	return backups(read);
};

/** `-z` ends and `-B`, `-Y` begin the name under which the old file is kept. */
function backups(read: ReadArguments): readonly AnalyserFinding[] {
	const file = read.operands[0] ?? valuesOf(read, "-o").at(-1);
	const [suffix, prefix, base] = ["-z", "-B", "-Y"].map((name) => valuesOf(read, name).at(-1));
	if (suffix === null || prefix === null || base === null || file === null || file === undefined)
		return [undecided("", "the name of the backup is only known when the shell runs")];
	if (suffix === undefined && prefix === undefined && base === undefined) return [];
	const slash = file.lastIndexOf("/") + 1;
	return [access("write", `${prefix ?? ""}${file.slice(0, slash)}${base ?? ""}${file.slice(slash)}${suffix ?? ""}`)];
}
