import type { AnyOf } from "../../vocabulary/index.ts";
import { choice, everythingBut, isContained, toAutomaton } from "../automaton/index.ts";
import { compileWildcard, wildcardExpression } from "../wildcard/index.ts";

const GRAMMAR = /^(?:\*|[A-Za-z0-9_.*-]+(?::[A-Za-z0-9_.:*-]+)?)$/;
const LONGEST = 256;

/** Reads an event name or pattern (`agent:spawn`, `agent:*`), or says what is wrong with it. */
export function parseEventPattern(
	text: string,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string; readonly hint: string } {
	if (text.length <= LONGEST && GRAMMAR.test(text) && !text.includes("**")) return { ok: true, text };
	return { ok: false, message: "it is not the name of an event", hint: "write namespace:event, or namespace:* for all of a namespace" };
}

/** Compiles event patterns; the result gives the pattern that matches an event, or `null`. */
export function compileEventSet(patterns: AnyOf): (event: string) => string | null {
	const exact = new Set(patterns.filter((pattern) => !pattern.includes("*")));
	const wild = patterns.filter((pattern) => pattern.includes("*")).map((pattern) => ({ pattern, matches: compileWildcard(pattern) }));
	return (event) => (exact.has(event) ? event : (wild.find(({ matches }) => matches(event))?.pattern ?? null));
}

/** Whether every event of the inner patterns is one of the outer's; undecided counts as no. */
export function containsEvents(outer: AnyOf, inner: AnyOf): boolean {
	return inner.every((pattern) => holdsEvent(outer, pattern));
}

/** Whether the outer patterns together hold a pattern. */
export function holdsEvent(outer: AnyOf, pattern: string): boolean {
	if (outer.includes(pattern)) return true;
	if (!pattern.includes("*")) return compileEventSet(outer)(pattern) !== null;
	const held = choice(outer.map((text) => wildcardExpression(text, ANY_CHARACTER)));
	return isContained([toAutomaton(wildcardExpression(pattern, ANY_CHARACTER))], toAutomaton(held)).contained === true;
}

const ANY_CHARACTER = everythingBut("");
