import type { Assignment, Command, Redirection } from "unbash";
import { analyseCommand } from "./analyse-command.ts";
import type { Argument } from "./argument.ts";
import { staticArgument } from "./argument.ts";
import { walkAssignment } from "./assignments.ts";
import { findBuiltIn } from "./built-ins.ts";
import { coverCommand, namesWord } from "./cover-command.ts";
import { DECLARATIONS, walkDeclaration } from "./declarations.ts";
import { expandInto, expandWord } from "./expand-word.ts";
import { redirectedInput } from "./fed-input.ts";
import { ask, deny } from "./finding.ts";
import { forbiddingRule } from "./forbid-command.ts";
import { isGranted, judgeSimple } from "./judge-simple.ts";
import { judgeRedirections } from "./redirections.ts";
import { assignVariable, forgetAll, mergeStates, type ShellState, withInput } from "./shell-state.ts";
import { DEEPEST_TEXT, MOST_PARTS, MOST_WORDS, type Walk } from "./walk.ts";

/** Judges one simple command: assignments, words, redirections, then the program or built-in. */
export function walkCommand(walk: Walk, node: Command, state: ShellState, source: string, compound: WalkFunctionBody): ShellState {
	if (++walk.count.parts > MOST_PARTS) {
		if (walk.count.parts === MOST_PARTS + 1)
			walk.findings.push(deny("command-unparsable", source.slice(node.pos, node.end), "The command has more than 1,000 parts"));
		return state;
	}
	const segment = source.slice(node.pos, node.end);
	const words: Argument[] = [];
	if (node.name !== undefined) expandInto(words, walk, node.name, state, source);
	let after = state;
	let redirections: Redirection[] | null = null;
	let assigned: string[] | null = null;
	for (const part of node.prefix) {
		// `IFS= read -r line` changes how that one line is split, and nothing else.
		if (part.type === "Assignment" && part.name === "IFS" && node.name?.text === "read") continue;
		if (part.type === "Assignment") {
			after = walkAssignment(walk, part, after, source, node.name !== undefined);
			(assigned ??= []).push(part.name);
		} else (redirections ??= []).push(part);
	}
	const name = words[0]?.text ?? null;
	const declares = name !== null && DECLARATIONS.has(name);
	const declared: Assignment[] = [];
	for (const part of node.suffix) {
		if (words.length > MOST_WORDS) break;
		if (part.type === "Word") expandInto(words, walk, part, state, source);
		else if (part.type === "Assignment") {
			if (declares) declared.push(part);
			else words.push(...assignmentWord(walk, part, state, source));
		} else (redirections ??= []).push(part);
	}
	// SECURITY: the words behind were not walked, and built-ins do not count theirs (test/decide/commands.test.ts).
	if (words.length > MOST_WORDS) {
		walk.findings.push(deny("command-unparsable", segment.slice(0, 80), "The command has more than 1,000 words"));
		return state;
	}
	if (redirections !== null) judgeRedirections(walk, redirections, state, source);
	if (words.length === 0) return node.name === undefined ? after : state;
	// Variables set before a command, and what is redirected, belong to that command alone.
	const fedState = redirections === null ? state : fed(walk, node, state);
	// SECURITY: what runs in this very shell sees the new values, and some shells keep them (`f=id eval '$f'`, `f=id :; $f`).
	const inside = assigned !== null && name !== null && runsHere(name, state) ? assigned.reduce(forgetVariable, fedState) : fedState;
	const left = runWords(walk, words, declared, inside, source, segment, compound);
	return withInput(left, state.input);
}

function runsHere(name: string, { functions }: ShellState): boolean {
	return functions.has(name) || DECLARATIONS.has(name) || findBuiltIn(name) !== undefined;
}

function forgetVariable(state: ShellState, name: string): ShellState {
	return assignVariable(state, name, null);
}

/** The state with what redirections put on the input; only looked at where a rule forbids something. */
function fed(walk: Walk, node: Command, state: ShellState): ShellState {
	const input = walk.forbids ? redirectedInput(node.redirects) : undefined;
	return input === undefined ? state : withInput(state, input);
}

export type WalkFunctionBody = (walk: Walk, name: string, state: ShellState) => ShellState;

function runWords(
	walk: Walk,
	words: readonly Argument[],
	declared: readonly Assignment[],
	state: ShellState,
	source: string,
	segment: string,
	compound: WalkFunctionBody,
): ShellState {
	const name = words[0]?.text ?? null;
	if (name === null) {
		judgeSimple(walk, words, state, segment);
		return state;
	}
	const known = state.functions.get(name);
	if (known?.certain === true) return callFunction(walk, name, words, state, segment, compound);
	if (known !== undefined) {
		walk.findings.push(ask("command-dynamic", segment, "Whether this function is defined is only known when the shell runs"));
		const called = callFunction(walk, name, words, state, segment, compound);
		const functions = new Map([...state.functions].filter(([one]) => one !== name));
		return mergeStates(called, runWords(walk, words, declared, { ...state, functions }, source, segment, compound));
	}
	if (DECLARATIONS.has(name)) return walkDeclaration(walk, name, declared, words, state, source, segment);
	const builtIn = findBuiltIn(name);
	const before = walk.findings.length;
	const after = builtIn?.(walk, words, state, segment) ?? null;
	if (after === null) {
		judgeSimple(walk, words, state, segment);
		return name === "source" || name === "." ? forgetAll(state) : afterDelegate(walk, words, state, segment);
	}
	judgeBuiltInRules(walk, words, before, segment);
	return after;
}

/**
 * What `builtin unset f` or `command eval …` leave: the built-in does what it would do by itself.
 * SECURITY: a declaration is not read again, so its variables are not known afterwards.
 */
function afterDelegate(walk: Walk, words: readonly Argument[], state: ShellState, segment: string): ShellState {
	if (words[0]?.text !== "builtin" && words[0]?.text !== "command") return state;
	const start = words.findIndex(({ text }, at) => at > 0 && !/^-[p-]$/.test(text ?? ""));
	const inner = start < 0 ? [] : words.slice(start);
	if (inner.length === 0) return state;
	const name = inner[0]?.text ?? null;
	if (name === null) return forgetAll(state);
	if (DECLARATIONS.has(name)) return inner.slice(1).reduce((after, { lead }) => forgetVariable(after, lead.replace(/[+=].*$/s, "")), state);
	if (name === "source" || name === ".") return forgetAll(state);
	return findBuiltIn(name)?.(walk, inner, state, segment) ?? afterDelegate(walk, inner, state, segment);
}

/** Rules speak of built-ins too: a forbidding one always counts, and an exact one may allow what is otherwise refused. */
function judgeBuiltInRules(walk: Walk, words: readonly Argument[], before: number, segment: string): void {
	const { disallowed, ask: asking } = walk.policy;
	if (disallowed.byProgram.size === 0 && asking.byProgram.size === 0 && walk.findings.length === before) return;
	const analysis = analyseCommand(words);
	if (walk.findings.length > before && words.every((word) => word.text !== null)) {
		const exact = walk.sets.every((set) => {
			return set.any === null && namesWord(coverCommand(analysis, set), words.length - 1);
		});
		if (exact && walk.findings.slice(before).every((finding) => finding.code === "command-option")) walk.findings.length = before;
	}
	const forbidden = forbiddingRule(analysis, disallowed);
	if (forbidden !== null)
		walk.findings.push(deny("command-disallowed", segment, `'${segment}' is forbidden by ${forbidden.rule}`, { rule: forbidden.rule }));
	const asked = forbiddingRule(analysis, asking);
	if (asked !== null && !isGranted(walk, analysis))
		walk.findings.push(ask("needs-confirmation", segment, `'${segment}' must be confirmed (${asked.rule})`, { rule: asked.rule }));
}

/** A call of a function that the text defines: its body, with the words as positional parameters. */
function callFunction(
	walk: Walk,
	name: string,
	words: readonly Argument[],
	state: ShellState,
	segment: string,
	compound: WalkFunctionBody,
): ShellState {
	if (walk.depth >= DEEPEST_TEXT) {
		walk.findings.push(ask("command-unparsable", segment, "Functions call each other too deeply"));
		return state;
	}
	let inside = state;
	for (let at = 1; at <= 9; at++) inside = assignVariable(inside, String(at), at < words.length ? (words[at]?.text ?? null) : "");
	// SECURITY: it may return early, and its own variables end with it (`f=id; g() { local f=echo; }; g; $f`).
	return mergeStates(state, compound({ ...walk, depth: walk.depth + 1 }, name, inside));
}

/** `make A=b`, `dd of=x`: an ordinary word that happens to look like an assignment. */
function assignmentWord(walk: Walk, part: Assignment, state: ShellState, source: string): readonly Argument[] {
	if (part.value.type === "ArrayValue" || part.index !== undefined) {
		walkAssignment({ ...walk, findings: walk.findings }, part, state, source, false);
		return [{ ...staticArgument(part.text), text: null, lead: "" }];
	}
	const operator = part.append === true ? "+=" : "=";
	return expandWord(walk, part.value, state, source).map((value) => ({
		...value,
		text: value.text === null ? null : part.name + operator + value.text,
		lead: part.name + operator + value.lead,
		source: part.text,
		glob: null,
	}));
}
