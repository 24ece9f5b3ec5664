import { analyseCommand } from "./analyse-command.ts";
import { staticArgument } from "./argument.ts";
import type { CommandPattern } from "./command-pattern.ts";
import { findProgram } from "./programs/index.ts";

/**
 * Whether every command that the child's pattern covers is covered by the parent's. Exact: prefixes over words are
 * compared word by word, and what the child's further words would open (a dangerous option, a script, the inside of a
 * launcher) must lie in the parent's words already.
 */
export function containsCommandPattern(parent: CommandPattern, child: CommandPattern): boolean {
	if (parent.words.length === 0) return true;
	if (!parent.prefix) return !child.prefix && sameWords(parent.words, child.words);
	if (child.words.length < parent.words.length || !sameWords(parent.words, child.words.slice(0, parent.words.length))) return false;
	if (child.words.length === parent.words.length && child.prefix) return true;
	return opensNothing(child, parent.words.length);
}

/** SECURITY: `sed -i:*` covers -i and `sed:*` does not, so more words are not always less (contains-command-pattern.test.ts). */
function opensNothing(child: CommandPattern, from: number): boolean {
	const analysis = analyseCommand(child.words.map((word) => staticArgument(word)));
	if (analysis.needs.some((need) => need.at < 0 || need.at >= from)) return false;
	if (analysis.inner.some((inner) => inner.at < 0 || inner.at >= from) || analysis.texts.length > 0) return false;
	if (analysis.checks.some((check) => check.role === "url" && (check.at < 0 || check.at >= from))) return false;
	const table = findProgram(analysis.program);
	if (table === undefined) return child.words.slice(from).every((word) => !word.startsWith("-"));
	return table.interpreter === undefined && analysis.form.launcher === undefined;
}

function sameWords(left: readonly string[], right: readonly string[]): boolean {
	return left.length === right.length && left.every((word, at) => word === right[at]);
}
