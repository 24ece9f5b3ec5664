import type { AnyOf } from "../../vocabulary/index.ts";
import { compareWildcards, compileWildcard } from "../wildcard/index.ts";

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

/** Whether every event of the inner patterns is one of the outer's. */
export function containsEvents(outer: AnyOf, inner: AnyOf): boolean {
	return inner.every(compareEvents(outer));
}

/** Prepares the comparison of patterns with one list: whether it holds everything of a pattern. */
export function compareEvents(outer: AnyOf): (pattern: string) => boolean {
	const holds = compareWildcards(outer.map((text) => ({ text, matches: compileWildcard(text) })));
	const texts = new Set(outer);
	return (pattern) => texts.has(pattern) || holds(pattern);
}
