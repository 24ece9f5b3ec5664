import { parse } from "unbash";
import { analyseCommand } from "./analyse-command.ts";
import type { Analysis } from "./analysis.ts";
import { type Argument, staticArgument } from "./argument.ts";
import { findBuiltIn } from "./built-ins.ts";
import type { CommandPolicy } from "./command-policy.ts";
import { DECLARATIONS } from "./declarations.ts";
import { deny, type Finding } from "./finding.ts";
import { judgeSimple } from "./judge-simple.ts";
import { scanText } from "./scan-text.ts";
import { initialState, type ShellState } from "./shell-state.ts";
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
		rules: new Set(),
		count: { parts: 0, globs: 0 },
		depth: 0,
		script: walkScript,
		text: walkText,
	};
	const state = initialState(directory, policy.home);
	const plain = options.fast === false ? null : plainWords(text);
	if (plain !== null) judgeSimple(walk, plain, state, text, analysisOf);
	else walkText(walk, text, state);
	return { findings: sortFindings(walk.findings), rules: [...walk.rules] };
}

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

/**
 * The words of a command that is nothing but plain words, without the parser. Equal to the parsed way for every such
 * text (judge-command.test.ts proves it on generated commands); reserved words and built-ins take the long way.
 */
function plainWords(text: string): readonly Argument[] | null {
	if (text.length > 1000) return null;
	const words: Argument[] = [];
	let start = 0;
	for (let at = 0; at <= text.length; at++) {
		const character = at === text.length ? SPACE : text.charCodeAt(at);
		if (character === SPACE) {
			if (at === start) return null;
			words.push(staticArgument(text.slice(start, at)));
			start = at + 1;
			continue;
		}
		const kind = character < 128 ? PLAIN[character] : 0;
		if (kind === 0 || (kind === 2 && words.length === 0)) return null;
	}
	const name = words[0]?.text ?? "";
	return KEYWORDS.has(name) || DECLARATIONS.has(name) || findBuiltIn(name) !== undefined ? null : words;
}

const MOST_KEPT = 1_024;
const analyses = new Map<string, Analysis>();

/** What a plain command would do does not hang on the rules: agents repeat their commands, so it is kept for a while. */
function analysisOf(words: readonly Argument[], text: string): Analysis {
	const known = analyses.get(text);
	if (known !== undefined) return known;
	if (analyses.size >= MOST_KEPT) analyses.clear();
	const made = analyseCommand(words);
	analyses.set(text, made);
	return made;
}

function sortFindings(findings: readonly Finding[]): readonly Finding[] {
	if (findings.length < 2) return findings;
	return [...findings.filter((finding) => finding.effect === "deny"), ...findings.filter((finding) => finding.effect === "ask")];
}
