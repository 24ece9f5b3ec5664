import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { access, hazard } from "./findings.ts";

/** Words of a pager that only move: `+F`, `+G`, `+12`, `+/text`, `+?text`. */
const MOVES = /^\+{1,2}(?:[FGg]|\d+[Gg]?|[/?][^\n\r]*)?$/;

/** Reads the words of a pager: `+keys` are typed when it starts, and keys can run commands and write files. */
export const less: Analyser = (words) => {
	const dashes = words.indexOf("--");
	return words.flatMap((word, at) => {
		if (word === null || (dashes >= 0 && at > dashes)) return [];
		if (/^-[^-]/.test(word)) return readCluster(word, at);
		if (!word.startsWith("+") || MOVES.test(word)) return [];
		return [hazard("runs", word, "these keys are typed when it starts, and keys can run commands", at)];
	});
};

/**
 * SECURITY: after a number, and after the `$` that ends a text, less goes on reading letters of the same word: `-x8olog`
 * sets tab stops and writes a log.
 */
function readCluster(word: string, at: number): readonly AnalyserFinding[] {
	const findings: AnalyserFinding[] = [];
	let letter = 1;
	while (letter < word.length) {
		const option = word[letter++] ?? "";
		if ("bhjxyz#".includes(option)) {
			const number = /[-+]?[\d.,]*/y;
			number.lastIndex = letter;
			letter += number.exec(word)?.[0].length ?? 0;
		} else if ('DkoOpPtT"'.includes(option)) {
			const dollar = word.indexOf("$", letter);
			const end = dollar < 0 ? word.length : dollar;
			const value = word.slice(letter, end);
			if ("oO".includes(option) && value !== "") findings.push(access("write", value));
			if (option === "k") findings.push(hazard("loads", word, "loads key bindings, which can run commands", at));
			letter = end + 1;
		}
	}
	return findings;
}
