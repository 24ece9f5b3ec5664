import type { Analysis, Need } from "./analysis.ts";
import type { PatternSet } from "./command-policy.ts";
import { wasWritten } from "./made-entries.ts";
import { findProgram } from "./programs/index.ts";
import type { ShellState } from "./shell-state.ts";
import type { Walk } from "./walk.ts";

/** What a command runs out of sight, and the rule that it may break. */
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
export function hiddenCommands(walk: Walk, analysis: Analysis, state: ShellState): readonly Hidden[] {
	const { words, program } = analysis;
	const first = words[0]?.text ?? "";
	const hidden: Hidden[] = analysis.needs.filter((need) => hides(walk, analysis, need, state));
	if (first.includes("/") && wasWritten(walk, first, state))
		hidden.push({ segment: first, why: "an earlier part of the command wrote this program", at: 0 });
	if (hidden.length === 0 && findProgram(program) === undefined && mentionsForbidden(walk, analysis))
		hidden.push({ segment: first, why: "this program is not known, and may run its words", at: -1 });
	return hidden;
}

function hides(walk: Walk, analysis: Analysis, need: Need, state: ShellState): boolean {
	const word = words(analysis, need.at);
	switch (need.hides) {
		case "input":
			return state.input === null;
		case "alias":
			return [walk.policy.disallowed, walk.policy.ask].some((set) => set.byProgram.has(analysis.program));
		case "script":
			return word === null || isStream(word) || wasWritten(walk, word, state) || mentionsForbidden(walk, analysis);
		case undefined:
			break;
	}
	if (need.at < 0) return need.code === "command-dynamic" && (analysis.runsCode || analysis.form.analyser === "input-is-code");
	if (need.runs !== true) return false;
	if (word === null || words(analysis, need.at + 1) === null || mentionsForbidden(walk, analysis)) return true;
	return analysis.form.analyser === "make" && /^(?:-\w*f|--(?:file|makefile))/.test(word);
}

function words(analysis: Analysis, at: number): string | null {
	const argument = analysis.words[at];
	return argument === undefined ? "" : argument.text;
}

function isStream(path: string): boolean {
	return path === "-" || /^\/(?:dev\/(?:stdin|fd\/)|proc\/)/.test(path);
}

/** Whether the names of a forbidding rule all stand somewhere in the words, as words of their own. */
function mentionsForbidden(walk: Walk, analysis: Analysis): boolean {
	// A value may be joined to its option: `env -S'git push'`.
	const text = analysis.words.map(({ text, source }) => (text ?? source).replace(/^-[A-Za-z]/, "$& ")).join(" ");
	return mentionsAny(walk.policy.disallowed, text) || mentionsAny(walk.policy.ask, text);
}

function mentionsAny({ byProgram }: PatternSet, text: string): boolean {
	for (const [program, rules] of byProgram) {
		if (!holdsWord(text, program)) continue;
		if (rules.some(({ pattern }) => pattern.words.every((word) => word.startsWith("-") || holdsWord(text, word)))) return true;
	}
	return false;
}

function holdsWord(text: string, word: string): boolean {
	for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
		if (!isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + word.length])) return true;
	}
	return false;
}

function isWordCharacter(character: string | undefined): boolean {
	return character !== undefined && /[\w-]/.test(character);
}
