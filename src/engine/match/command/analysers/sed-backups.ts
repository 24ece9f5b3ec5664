import type { Analyser } from "../analyser.ts";
import { SED_OPTIONS } from "../programs/sed.ts";
import { access, undecided } from "./findings.ts";
import { has, readArguments, valuesOf } from "./read-arguments.ts";

/** Reads the words of sed for the backups that `-i` with a suffix makes: `sed -i.json p .mcp` writes `.mcp.json`. */
export const sedBackups: Analyser = (words) => {
	if (!words.some((word) => word === null || /^-(?:[^-]*i.|-i)/.test(word))) return [];
	const read = readArguments(words, SED_OPTIONS);
	const suffixes = valuesOf(read, "-i");
	if (suffixes.includes(null)) return [undecided("", "the name of the backup is only known when the shell runs")];
	const files = has(read, "-e", "-f") ? read.operands : read.operands.slice(1);
	return suffixes.flatMap((suffix) =>
		files.flatMap((file) => (file === null || suffix === null || suffix === "" ? [] : [access("write", `${file}${suffix}`)])),
	);
};
