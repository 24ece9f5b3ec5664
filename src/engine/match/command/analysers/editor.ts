import type { Analyser } from "../analyser.ts";
import { hazard } from "./findings.ts";

/** Reads the words of an editor: `+12` goes to a line and `+/text` searches, any other `+` is a command. */
export const editor: Analyser = (words) => {
	const dashes = words.indexOf("--");
	return words.flatMap((word, at) => {
		if (word === null || !word.startsWith("+") || (dashes >= 0 && at > dashes)) return [];
		return /^\+(?:\d+(?:,\d+)?)?$/.test(word) ? [] : [hazard("runs", word, "this command of the editor is run when it starts", at)];
	});
};
