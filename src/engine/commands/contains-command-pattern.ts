import { findProgram } from "../programs/index.ts";
import { type CommandPattern, formsOf, matchPattern, type WordForm } from "../rules/index.ts";
import { analyseCommand } from "./analyse-command.ts";
import { staticArgument } from "./argument.ts";

/**
 * Whether every command that the child's pattern covers is covered by the parent's. Exact for literal words: prefixes are
 * compared word by word, and what the child's further words would open (a dangerous option, a script, the inside of a
 * launcher) must lie in the parent's words already. With stars only what is plain to see counts; the rest is an escalation.
 */
export function containsCommandPattern(parent: CommandPattern, child: CommandPattern): boolean {
	if (parent.words.length === 0) return true;
	if (child.words.length === 0 || !holdsBindings(parent, child)) return false;
	if (samePattern(parent, child)) return true;
	if (parent.forms !== undefined) return child.forms === undefined && holdsExact(parent, child);
	if (child.forms !== undefined) return holdsStars(parent, child, child.forms);
	if (!parent.prefix) return !child.prefix && sameWords(parent.words, child.words);
	if (child.words.length < parent.words.length || !sameWords(parent.words, child.words.slice(0, parent.words.length))) return false;
	if (child.words.length === parent.words.length && child.prefix) return true;
	return opensNothing(child, (at) => at >= 0 && at < parent.words.length);
}

/** What the parent wants to be set before a command, the child's commands have set. */
function holdsBindings(parent: CommandPattern, child: CommandPattern): boolean {
	const given = new Map(child.bindings?.map(({ name, value }) => [name, value] as const));
	return parent.bindings === undefined || parent.bindings.every(({ name, value }) => given.get(name) === value);
}

function samePattern(parent: CommandPattern, child: CommandPattern): boolean {
	if (!sameWords(parent.words, child.words)) return false;
	const [outer, inner] = [formsOf(parent), formsOf(child)];
	return (
		outer.every((form, at) => sameForm(form, inner[at])) &&
		(parent.prefix === child.prefix || (parent.prefix && parent.forms !== undefined))
	);
}

function sameForm(one: WordForm, other: WordForm | undefined): boolean {
	return typeof one === "object" && typeof other === "object" ? sameWords(one, other) : one === other;
}

/** A star covers what `:*` covers: beyond the parent's words the child may have stars, and no word that it names itself. */
function holdsStars(parent: CommandPattern, child: CommandPattern, forms: readonly WordForm[]): boolean {
	const length = parent.words.length;
	if (!parent.prefix || child.words.length < length) return false;
	if (!sameWords(parent.words, child.words.slice(0, length)) || forms.slice(0, length).some((form) => form !== "literal")) return false;
	return forms.slice(length).every((form) => form !== "literal");
}

/** One command without stars: the parent must match it, and name all that it opens. */
function holdsExact(parent: CommandPattern, child: CommandPattern): boolean {
	if (child.prefix) return false;
	const words = child.words.map((word) => staticArgument(word));
	const needed = new Set(analyseCommand(words).needs.map(({ at }) => at));
	const named = matchPattern(words, parent, needed);
	return named instanceof Set && opensNothing(child, (at) => named.has(at));
}

/** SECURITY: `sed -i:*` covers -i and `sed:*` does not, so more words are not always less (contains-command-pattern.test.ts). */
function opensNothing(child: CommandPattern, isNamed: (at: number) => boolean): boolean {
	const analysis = analyseCommand(child.words.map((word) => staticArgument(word)));
	if (analysis.needs.some((need) => !isNamed(need.at))) return false;
	if (analysis.inner.some((inner) => !isNamed(inner.at)) || analysis.texts.length > 0) return false;
	if (analysis.checks.some((check) => check.role === "url" && !isNamed(check.at))) return false;
	if (analysis.checks.some((check) => check.role === "unknown-write") || analysis.targets.some((at) => !isNamed(at))) return false;
	const table = findProgram(analysis.program);
	if (table === undefined) return child.words.every((word, at) => isNamed(at) || !word.startsWith("-"));
	return table.interpreter === undefined && analysis.form.launcher === undefined;
}

function sameWords(left: readonly string[], right: readonly string[]): boolean {
	return left.length === right.length && left.every((word, at) => word === right[at]);
}
