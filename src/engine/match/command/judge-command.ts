import { parse } from "unbash";
import { type Argument, staticArgument } from "./argument.ts";
import { findBuiltIn } from "./built-ins.ts";
import type { CommandPolicy } from "./command-policy.ts";
import { DECLARATIONS } from "./declarations.ts";
import { ask, deny, type Finding } from "./finding.ts";
import { judgeSimple } from "./judge-simple.ts";
import { keptPlain } from "./kept-command.ts";
import { scanText } from "./scan-text.ts";
import { initialState, mergeStates, type ShellState } from "./shell-state.ts";
import { DEEPEST_TEXT, type Walk } from "./walk.ts";
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
	const problem = scanText(text);
	if (problem !== null) return { findings: [problem], rules: [] };
	const walk: Walk = {
		policy,
		sets: policy.allowed,
		findings: [],
		rules: [],
		count: { parts: 0, globs: 0 },
		depth: 0,
		forbids: policy.disallowed.byProgram.size > 0 || policy.ask.byProgram.size > 0,
		made: [],
		visited: { places: [directory] },
		traps: [],
		written: [],
		script: walkScript,
		text: walkText,
	};
	const state = initialState(directory, policy.home);
	const plain = options.fast === false || !isPlain(text) ? null : keptPlain(text, splitPlain);
	if (plain !== null) judgeSimple(walk, plain.words, state, text, plain);
	else walkTraps(walk, walkText(walk, text, state));
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

/** Parses shell text and walks it in the given state. */
function walkText(walk: Walk, text: string, state: ShellState): ShellState {
	if (walk.depth > DEEPEST_TEXT) {
		walk.findings.push(deny("command-unparsable", text.slice(0, 80), "Shell texts are nested too deeply"));
		return state;
	}
	const problem = walk.depth === 0 ? null : scanText(text);
	if (problem !== null) {
		walk.findings.push(problem);
		return state;
	}
	try {
		return walkScript(walk, parse(text), state, text);
	} catch {
		// INVARIANT: whatever goes wrong while reading, the answer is no.
		walk.findings.push(deny("command-unparsable", text.slice(0, 80), "The command cannot be read"));
		return state;
	}
}

/** Characters that mean themselves wherever they stand in a word; 2 = except in the first word. */
const PLAIN = new Uint8Array(128);
for (const character of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:,@%+-") PLAIN[character.charCodeAt(0)] = 1;
PLAIN["=".charCodeAt(0)] = 2;
const SPACE = 32;
const KEYWORDS = new Set("if then else elif fi for while until do done case esac in function select time coproc".split(" "));

/** Whether a text is nothing but plain words with one blank between them; found out before anything is made of it. */
function isPlain(text: string): boolean {
	if (text.length > 1000) return false;
	let words = 0;
	let before = SPACE;
	for (let at = 0; at < text.length; at++) {
		const character = text.charCodeAt(at);
		if (character === SPACE) {
			if (before === SPACE) return false;
			words++;
		} else {
			const kind = character < 128 ? PLAIN[character] : 0;
			if (kind === 0 || (kind === 2 && words === 0)) return false;
		}
		before = character;
	}
	return before !== SPACE;
}

/**
 * The words of such a text, without the parser. Equal to the parsed way for every such text (judge-command.test.ts
 * proves it on generated commands); reserved words and built-ins take the long way.
 */
function splitPlain(text: string): readonly Argument[] | null {
	const words = text.split(" ");
	const name = words[0] ?? "";
	if (KEYWORDS.has(name) || DECLARATIONS.has(name) || findBuiltIn(name) !== undefined) return null;
	return words.map((word) => staticArgument(word));
}

function sortFindings(findings: readonly Finding[]): readonly Finding[] {
	if (findings.length < 2) return findings;
	return [...findings.filter((finding) => finding.effect === "deny"), ...findings.filter((finding) => finding.effect === "ask")];
}
