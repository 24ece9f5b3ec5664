import type { Analysis } from "./analysis.ts";
import type { Argument } from "./argument.ts";
import { baseName } from "./base-name.ts";
import { commandPatternText } from "./command-pattern.ts";
import { findProgram } from "./programs/index.ts";

/** The narrowest rule that would help; never a launcher or an interpreter. */
export function remedyFor(analysis: Analysis, at: number): { readonly remedy?: string } {
	if (analysis.runsCode || analysis.inner.length > 0 || analysis.texts.length > 0 || analysis.needs.some((need) => need.runs === true))
		return {};
	return at >= 0 ? plainRemedy(analysis.words.slice(0, at + 1), true) : plainRemedy(analysis.words);
}

/** The words themselves as a rule, when all of them are known and a person can read it. */
export function plainRemedy(words: readonly Argument[], prefix = false): { readonly remedy?: string } {
	const texts: string[] = [];
	let length = 0;
	for (const { text } of words) {
		if (text === null || runsOthers(text)) return {};
		texts.push(text);
		length += text.length + 1;
	}
	return length > 160 ? {} : { remedy: `Bash(${commandPatternText(texts, prefix)})` };
}

/** The name of a launcher or an interpreter, wherever it stands. */
function runsOthers(word: string): boolean {
	const table = findProgram(baseName(word));
	return table !== undefined && (table.launcher !== undefined || table.interpreter !== undefined);
}
