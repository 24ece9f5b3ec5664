import { parse } from "unbash";
import { staticArgument } from "./argument.ts";
import type { CommandPolicy } from "./command-policy.ts";
import { deny, type Finding } from "./finding.ts";
import { findBuiltIn, DECLARATIONS } from "./built-ins.ts";
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
export function judgeCommand(text: string, directory: string, policy: CommandPolicy, options: { readonly fast?: boolean } = {}): CommandJudgement {
	const problem = scanText(text);
	if (problem !== null) return { findings: [problem], rules: [] };
	const walk: Walk = { policy, sets: policy.allowed, findings: [], rules: new Set(), count: { parts: 0 }, depth: 0, script: walkScript, text: walkText };
	const state = initialState(directory, policy.home);
	const plain = options.fast === false ? null : plainWords(text);
	if (plain !== null) judgeSimple(walk, plain.map((word) => staticArgument(word)), state, text);
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

const PLAIN = /^[A-Za-z0-9_.][\w./:,@%+-]*(?: [\w./:,@%+][\w./=:,@%+-]*| -[\w./=:,@%+-]*)*$/;
const KEYWORDS = new Set("if then else elif fi for while until do done case esac in function select time coproc".split(" "));

/**
 * The words of a command that is nothing but plain words, without the parser. Equal to the parsed way for every such
 * text (judge-command.test.ts proves it on generated commands); reserved words and built-ins take the long way.
 */
function plainWords(text: string): readonly string[] | null {
	if (text.length > 1000 || !PLAIN.test(text)) return null;
	const words = text.split(" ");
	const name = words[0] ?? "";
	return KEYWORDS.has(name) || DECLARATIONS.has(name) || findBuiltIn(name) !== undefined ? null : words;
}

function sortFindings(findings: readonly Finding[]): readonly Finding[] {
	if (findings.length < 2) return findings;
	return [...findings.filter((finding) => finding.effect === "deny"), ...findings.filter((finding) => finding.effect === "ask")];
}
