import { parse } from "unbash";
import { checkAssignment } from "./assignments.ts";
import type { CommandPolicy } from "./command-policy.ts";
import { printedText } from "./fed-input.ts";
import { ask, deny, type Finding } from "./finding.ts";
import { judgeSimple } from "./judge-simple.ts";
import { readPlainLoop } from "./read-plain-loop.ts";
import { type PlainText, readPlainText } from "./read-plain-text.ts";
import { scanText } from "./scan-text.ts";
import { assignVariable, initialState, mergeStates, type ShellState, withInput } from "./shell-state.ts";
import { isShellOwn } from "./variables.ts";
import { DEEPEST_TEXT, MOST_PARTS, type Walk } from "./walk.ts";
import { walkScript } from "./walk-script.ts";

/** What stands against a command, and the rules that cover its parts. */
export interface CommandJudgement {
	/** Denials first, then what must be asked, each in the order of the text; empty = allowed. */
	readonly findings: readonly Finding[];
	readonly rules: readonly string[];
}

/** Judges shell text: every simple command in it must be covered by every set of rules. Never throws. */
export function judgeCommand(
	text: string,
	directory: string,
	policy: CommandPolicy,
	options: { readonly fast?: boolean } = {},
): CommandJudgement {
	const walk: Walk = {
		policy,
		sets: policy.allowed,
		findings: [],
		rules: [],
		count: { parts: 0, globs: 0 },
		depth: 0,
		fast: options.fast !== false,
		forbids: policy.disallowed.byProgram.size > 0 || policy.ask.byProgram.size > 0,
		made: [],
		visited: { places: [directory] },
		opaque: [],
		traps: [],
		written: [],
		script: walkScript,
		text: walkText,
	};
	const state = initialState(directory, policy.home);
	const last = walkText(walk, text, state);
	if (walk.traps.length > 0) walkTraps(walk, last);
	return { findings: sortFindings(walk.findings), rules: walk.rules };
}

/** The texts that run at a signal or at the end: anywhere the shell has been, with whatever values its variables have by then. */
function walkTraps(walk: Walk, last: ShellState): void {
	// A text may set another trap.
	for (let at = 0; at < walk.traps.length && at < MOST_TRAPS; at++) {
		const trap = walk.traps[at];
		if (trap === undefined) return;
		const state = mergeStates(trap.state, last);
		const variables = new Map([...state.variables.keys()].map((name) => [name, null] as const));
		const functions = new Map([...trap.state.functions, ...last.functions]);
		const later = { ...state, variables, numbers: new Set<string>(), functions, directories: walk.visited.places, previous: null };
		walkText({ ...walk, depth: walk.depth + 1 }, trap.text, later);
	}
	if (walk.traps.length > MOST_TRAPS) walk.findings.push(ask("command-unparsable", "trap", "Too many texts run at a signal"));
}

const MOST_TRAPS = 32;

/** Reads shell text, with the parser where it must be, and walks it in the given state. */
function walkText(walk: Walk, text: string, state: ShellState): ShellState {
	if (walk.depth > DEEPEST_TEXT) {
		walk.findings.push(deny("command-unparsable", text.slice(0, 80), "Shell texts are nested too deeply"));
		return state;
	}
	// A name may stand for a function that was defined before.
	const quickly = walk.fast && state.functions.size === 0;
	const plain = quickly ? readPlainText(text) : null;
	const after = quickly && plain === null ? judgeLoop(walk, text, state) : null;
	if (after !== null) return after;
	const problem = plain?.harmless === true ? null : scanText(text);
	if (problem !== null) {
		walk.findings.push(problem);
		return state;
	}
	try {
		return plain === null ? walkScript(walk, parse(text), state, text) : judgePlain(walk, plain, state);
	} catch {
		// INVARIANT: whatever goes wrong while reading, the answer is no.
		walk.findings.push(deny("command-unparsable", text.slice(0, 80), "The command cannot be read"));
		return state;
	}
}

/** Commands that are nothing but a program and its words leave the shell as it was: each is judged where the text begins. */
function judgePlain(walk: Walk, { parts }: PlainText, state: ShellState): ShellState {
	walk.count.parts += parts.length;
	let output: string | null = null;
	for (const { command, piped } of parts) {
		judgeSimple(walk, command.words, piped ? withInput(state, output) : state, command.text, command);
		// Only looked at where a rule forbids something.
		if (walk.forbids) output = command.redirected ? null : printedText(command.words);
	}
	return state;
}

/** A plain loop that nothing stands against; `null` when there is something, which is told better from the text as it was written. */
function judgeLoop(walk: Walk, text: string, state: ShellState): ShellState | null {
	const loop = walk.forbids ? null : readPlainLoop(text);
	if (loop === null || walk.opaque.includes(loop.name) || isShellOwn(loop.name)) return null;
	const { findings, rules, made, written, count } = walk;
	const before = [findings.length, rules.length, made.length, written.length, count.parts, count.globs] as const;
	checkAssignment(walk, loop.name, text, false);
	count.parts += loop.rounds.length;
	for (const round of loop.rounds) judgePlain(walk, round, withInput(state, null));
	if (findings.length === before[0] && count.parts <= MOST_PARTS) return assignVariable(state, loop.name, null);
	[findings.length, rules.length, made.length, written.length, count.parts, count.globs] = before;
	return null;
}

function sortFindings(findings: readonly Finding[]): readonly Finding[] {
	if (findings.length < 2) return findings;
	return [...findings.filter((finding) => finding.effect === "deny"), ...findings.filter((finding) => finding.effect === "ask")];
}
