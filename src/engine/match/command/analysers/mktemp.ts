import type { Analyser } from "../analyser.ts";
import { MKTEMP_OPTIONS } from "../programs/making.ts";
import { access, undecided } from "./findings.ts";
import { has, readArguments, valuesOf } from "./read-arguments.ts";

/** Reads the words of mktemp: the template is made where it says, below `-p`, or in the directory for temporary files. */
export const mktemp: Analyser = (words) => {
	const read = readArguments(words, MKTEMP_OPTIONS);
	if (has(read, "-u")) return [];
	const [template = "tmp.XXXXXXXXXX"] = read.operands;
	const directory = valuesOf(read, "-p", "--tmpdir").at(-1);
	if (read.uncertain || template === null || directory === null)
		return [undecided("", "the place of the new file is only known when the shell runs")];
	if (directory !== undefined && directory !== "") return [access("write", `${directory}/${template}`)];
	const temporary = read.operands.length === 0 || has(read, "-t", "-p", "--tmpdir");
	return [access("write", temporary ? `/tmp/${template}` : template)];
};
