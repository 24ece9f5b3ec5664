import type { Analyser } from "../analyser.ts";
import { hazard } from "./findings.ts";

/** Words of a pager that only move: `+F`, `+G`, `+12`, `+/text`, `+?text`. */
const MOVES = /^\+{1,2}(?:[FGg]|\d+[Gg]?|[/?][^\n\r]*)?$/;

/** Reads the words of a pager: `+keys` are typed when it starts, and keys can run commands and write files. */
export const less: Analyser = (words) => {
	const dashes = words.indexOf("--");
	return words.flatMap((word, at) => {
		if (word === null || !word.startsWith("+") || (dashes >= 0 && at > dashes)) return [];
		return MOVES.test(word) ? [] : [hazard("runs", word, "these keys are typed when it starts, and keys can run commands", at)];
	});
};
