import type { AnyOf, Profile, Terms } from "../language/index.ts";
import { nearestName, quoteText } from "../shapes/index.ts";
import { compareWildcards, compileWildcard } from "../tool-rules/index.ts";
import { canonicalEntries } from "./list-terms.ts";
import { type Notes, noteError, noteWarning } from "./notes.ts";

/** Which capability lets an agent send an event; `always` needs none, `person` is never an agent's to send. */
export type EventNeed = "always" | "person" | Extract<keyof NonNullable<Profile["capabilities"]>, "agent_messaging" | "spawn_agents">;

/** Every event of the socket and what an agent needs to send it. A name that is not here is unknown. */
export const EVENTS: Readonly<Record<string, EventNeed>> = Object.freeze({
	"system:connect": "always",
	"system:health": "always",
	"system:discover": "always",
	"system:help": "always",
	"system:shutdown": "person",
	"agent:spawn": "spawn_agents",
	"agent:terminate": "spawn_agents",
	"agent:restart": "spawn_agents",
	"agent:list": "always",
	"agent:info": "always",
	"agent:register": "person",
	"agent:unregister": "person",
	"agent:send_message": "agent_messaging",
	"agent:broadcast": "agent_messaging",
	"agent:discover_peers": "agent_messaging",
	"message:publish": "agent_messaging",
	"message:receive": "always",
	"message:subscribe": "always",
	"message:unsubscribe": "always",
	"permission:list_profiles": "person",
	"permission:get_profile": "always",
	"permission:get_agent": "always",
	"permission:set_agent": "person",
	"permission:remove_agent": "person",
	"permission:validate_spawn": "always",
	"permission:decide": "always",
	"permission:request": "always",
	"permission:answer": "person",
	"permission:revoke": "person",
	"sandbox:create": "person",
	"sandbox:get": "person",
	"sandbox:remove": "person",
	"sandbox:list": "person",
	"sandbox:stats": "person",
	"resource:usage": "always",
	"resource:report": "always",
	"monitor:get_events": "always",
	"monitor:get_correlation_chain": "always",
	"monitor:subscribe": "always",
	"monitor:unsubscribe": "always",
	"monitor:clear_log": "person",
	"event_log:clear": "person",
	"checkpoint:collect": "person",
	"checkpoint:restore": "person",
} as const);

/** The events that an agent's capabilities let it send when the profile does not list them. */
export function eventsOfCapabilities(capabilities: Terms["capabilities"]): AnyOf {
	return Object.entries(EVENTS)
		.filter(([, need]) => need === "always" || (need !== "person" && capabilities[need]))
		.map(([event]) => event)
		.sort();
}

/** The events of a list as written; `ns:*` is every event of a namespace. */
export function eventTerms(notes: Notes, dimension: string, entries: readonly string[]): AnyOf {
	return canonicalEntries(entries, (entry, index) => {
		const said = { dimension, entry, index };
		if (Object.hasOwn(EVENTS, entry)) {
			if (EVENTS[entry] === "person")
				noteWarning(notes, said, "never-matches", `${quoteText(entry)} is for people only; an agent cannot send it`);
			return entry;
		}
		if (entry.endsWith(":*") && Object.keys(EVENTS).some((event) => event.startsWith(entry.slice(0, -1)))) return entry;
		const near = nearestName(entry, Object.keys(EVENTS));
		noteError(
			notes,
			said,
			"unknown-event",
			`${quoteText(entry)} is not an event`,
			near === undefined ? "see the reference of events" : `did you mean ${near}?`,
		);
		return undefined;
	});
}

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
