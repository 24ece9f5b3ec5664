import type { Analyser } from "../analyser.ts";
import { CSPLIT_OPTIONS } from "../programs/splitting.ts";
import { access, undecided } from "./findings.ts";
import { readArguments, valuesOf } from "./read-arguments.ts";
import { pieceNames } from "./split.ts";

/** Reads the words of csplit: without a prefix the pieces are `xx00`, `xx01` … in the working directory. */
export const csplit: Analyser = (words) => {
	const read = readArguments(words, CSPLIT_OPTIONS);
	const prefixes = valuesOf(read, "-f");
	// `%.0d` prints nothing for the first piece, so that the rest of the format is the end of its name.
	const odd = valuesOf(read, "-b").some((format) => format === null || !/^%0?\d*[dux]\w*$/.test(format));
	return [
		...(prefixes.length === 0 ? [access("write", "xx00")] : prefixes.flatMap(pieceNames)),
		...(odd ? [undecided("", "the format can give a piece any name")] : []),
	];
};
