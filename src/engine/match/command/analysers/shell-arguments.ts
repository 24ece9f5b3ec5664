import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { undecided } from "./findings.ts";

/**
 * Reads the words of a shell. The text to run is the first word after the options when one of them holds the letter `c`
 * (`bash -ce 'text'`, `bash -c -e 'text'`); rows alone would take the wrong word for it.
 */
export const shellArguments: Analyser = (words) => {
	const text = shellText(words);
	if (text === undefined) return [];
	return [text === null ? undecided("", "the text that is run is only known when the shell runs") : { kind: "shell", text }];
};

/** As above for shells with another language: only text that means the same in bash is looked through. */
export const foreignShellArguments: Analyser = (words) => {
	const text = shellText(words);
	if (text === undefined) return [];
	if (text === null) return [undecided("", "the text that is run is only known when the shell runs")];
	const findings: AnalyserFinding[] = [{ kind: "shell", text }];
	return COMMON.test(text) ? findings : [...findings, undecided("", "this text means something else in this shell than in bash")];
};

/** Plain words, simple single quotes, and the operators between commands. */
const COMMON = /^(?:[\w@%+:,./-]|(?<=[\w-])=|[ \n]|&&|\|\|?|;|'[^'\\!$`]*')*$/;

/** The text after `-c`, wherever it stands; `undefined` without `-c`. */
function shellText(words: readonly (string | null)[]): string | null | undefined {
	let commands = false;
	for (let at = 0; at < words.length; at++) {
		const word = words[at] ?? null;
		if (word === null) return commands ? null : undefined;
		if (word === "--" || word === "-") return commands ? (words[at + 1] ?? null) : undefined;
		if (!/^[-+]./.test(word)) return commands ? word : undefined;
		if (word.startsWith("--")) {
			if (word === "--rcfile" || word === "--init-file") at++;
			continue;
		}
		if (word.startsWith("-") && word.includes("c")) commands = true;
		if (/[oO]$/.test(word)) at++;
	}
	return commands ? null : undefined;
}
