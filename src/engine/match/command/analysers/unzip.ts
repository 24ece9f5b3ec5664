import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { access, undecided } from "./findings.ts";
import { writesBelow } from "./writes-below.ts";

/** Reads the words of unzip: it writes below the working directory or `-d`, unless it only lists, tests or prints. */
export const unzip: Analyser = (words) => {
	const operands: string[] = [];
	let directory = ".";
	let letters = "";
	for (let at = 0; at < words.length; at++) {
		const word = words[at] ?? null;
		if (word === null) return [undecided("", "a word is only known when the shell runs")];
		if (!word.startsWith("-") || word === "-") {
			operands.push(word);
			continue;
		}
		const taking = /[dP]/.exec(word.slice(1));
		if (taking === null) {
			letters += word.slice(1);
			continue;
		}
		letters += word.slice(1, taking.index + 1);
		const joined = word.slice(taking.index + 2);
		const value = joined === "" ? words[++at] : joined;
		if (value === null || value === undefined) return [undecided("", "the directory is only known when the shell runs")];
		if (taking[0] === "d") directory = value;
	}
	const archive: readonly AnalyserFinding[] = operands[0] === undefined ? [] : [access("read", operands[0])];
	if (operands.length === 0 || /[ltpzcvZ]/.test(letters))
		return letters.includes("T") ? [undecided("-T", "sets the time of the archive")] : archive;
	if (letters.includes(":")) return [...archive, undecided("-:", "members of the archive may go anywhere on the disk")];
	return [...archive, ...writesBelow(directory)];
};
