import type { Analyser } from "../analyser.ts";
import { hazard, undecided } from "./findings.ts";

/** Reads the words of an editor: `+12` goes to a line, any other `+` is a command, and its input is typed into it. */
export const editor: Analyser = (words) => {
	if (words.length > 0 && words.every((word) => word !== null && /^--?(?:version|help|[hVv])$/.test(word))) return [];
	const dashes = words.indexOf("--");
	const commands = words.flatMap((word, at) => {
		if (word === null || !word.startsWith("+") || (dashes >= 0 && at > dashes)) return [];
		return /^\+(?:\d+(?:,\d+)?)?$/.test(word) ? [] : [hazard("runs", word, "this command of the editor is run when it starts", at)];
	});
	return [...commands, undecided("", "an editor runs commands that arrive on its input")];
};
