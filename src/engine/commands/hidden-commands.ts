import { findProgram } from "../programs/index.ts";
import type { Analysis, Need } from "./analysis.ts";
import type { PatternSet } from "./command-policy.ts";
import { mentionsPattern } from "./forbid-command.ts";
import type { Judging } from "./judging.ts";
import { rememberRules } from "./memory.ts";

/** What a command runs out of sight. */
export interface Hidden {
	readonly segment: string;
	readonly why: string;
	readonly at: number;
}

/**
 * Where a bare `Bash` allows a command and another rule forbids some: what the command runs without showing it. Files of
 * the project are the person's own; text that arrives in a stream, is made by the same text or names what is forbidden
 * is not. SECURITY: `cat x | sh`, `env -S 'git push'` and `ssh host git push` walk around `git push` (test/corpus).
 */
export function hiddenCommands(judging: Judging, analysis: Analysis): readonly Hidden[] {
	const first = analysis.words[0]?.text ?? "";
	let named: boolean | undefined;
	// SECURITY: a command may need a thousand things, and its words are looked through once (test/decide/bad-input.test.ts).
	const mentioned = (): boolean => (named ??= mentions(judging, analysis));
	const hidden: Hidden[] = analysis.needs.filter((need) => hides(judging, analysis, need, mentioned));
	if (first.includes("/") && writesSomething(judging))
		hidden.push({ segment: first, why: "an earlier part of the command may have written this program", at: 0 });
	if (hidden.length === 0 && findProgram(analysis.program) === undefined && mentioned())
		hidden.push({ segment: first, why: "this program is not known, and may run its words", at: -1 });
	return hidden;
}

/** Whether an earlier part of the text wrote anything: a script that follows was not seen by anybody. */
function writesSomething({ wrote }: Judging): boolean {
	return wrote.files > 0;
}

function hides(judging: Judging, analysis: Analysis, need: Need, mentioned: () => boolean): boolean {
	const word = wordAt(analysis, need.at);
	switch (need.hides) {
		case "input":
			return true;
		case "alias":
			return [judging.policy.disallowed, judging.policy.ask].some((set) => set.byProgram.has(analysis.program));
		case "script":
			return word === null || isStream(word) || writesSomething(judging) || mentioned();
		case undefined:
			break;
	}
	if (need.at < 0) return need.code === "command-dynamic" && (analysis.runsCode || analysis.form.runsInput === "code");
	if (need.runs !== true) return false;
	if (word === null || wordAt(analysis, need.at + 1) === null || mentioned()) return true;
	return analysis.form.runsRecipes === true && /^(?:-\w*f|--(?:file|makefile))/.test(word);
}

function wordAt(analysis: Analysis, at: number): string | null {
	const argument = analysis.words[at];
	return argument === undefined ? "" : argument.text;
}

function isStream(path: string): boolean {
	return path === "-" || /^\/(?:dev\/(?:stdin|fd\/)|proc\/)/.test(path);
}

/** Whether the words of a command name what a rule forbids or asks about. */
function mentions({ policy }: Judging, { words }: Analysis): boolean {
	// A value may be joined to its option: `env -S'git push'`.
	const text = words.map(({ text, source }) => (text ?? source).replace(/^-[A-Za-z]/, "$& ")).join(" ");
	return mentionsForbidden(policy.disallowed, text) !== null || mentionsForbidden(policy.ask, text) !== null;
}

/**
 * The first rule whose names all stand somewhere in the text, as words of their own. SECURITY: there may be ten thousand rules and 64 KiB
 * of text, so that the words of the text are looked up among the rules (test/decide/bad-input.test.ts).
 */
export function mentionsForbidden(set: PatternSet, text: string): string | null {
	if (set.byProgram.size === 0) return null;
	const words = new Set(text.match(WORDS));
	const holds = (_: string, word: string): boolean => holdsWord(text, words, word);
	for (const program of programsIn(set, words)) {
		if (!program.includes("*") && !holds(text, program)) continue;
		for (const { rule, pattern } of set.byProgram.get(program) ?? []) if (mentionsPattern(text, pattern, holds)) return rule;
	}
	return null;
}

const WORDS = /[\w-]+/g;

/** The programs that rules name and that may stand in a text of these words, in the order of the rules. */
function programsIn(set: PatternSet, words: ReadonlySet<string>): readonly string[] {
	const { plain, others } = placesOf(set);
	const found = [...words].filter((word) => plain.has(word)).sort((one, other) => (plain.get(one) ?? 0) - (plain.get(other) ?? 0));
	return [...found, ...others];
}

const placesOf = rememberRules((set: PatternSet) => {
	const names = [...set.byProgram.keys()];
	const plain = new Map(names.flatMap((name, at) => (/^[\w-]+$/.test(name) ? [[name, at] as const] : [])));
	return { plain, others: names.filter((name) => !plain.has(name)) };
});

/** INVARIANT: the words of a name are words of every text that holds it, so that most texts need no search. */
function holdsWord(text: string, words: ReadonlySet<string>, word: string): boolean {
	// An empty word may stand anywhere.
	if (word === "" || words.has(word)) return true;
	if (!(word.match(WORDS) ?? []).every((part) => words.has(part)) || /^[\w-]+$/.test(word)) return false;
	for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
		if (!isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + word.length])) return true;
	}
	return false;
}

function isWordCharacter(character: string | undefined): boolean {
	return character !== undefined && /[\w-]/.test(character);
}
