import type { Effect, Facts, Request, Source, Writ } from "../language/index.ts";
import { isConditional, unconditional } from "../tool-rules/index.ts";

/** An example request that shows a change: `decide` answered it under both writs. */
export interface Witness {
	readonly request: Request;
	/** What must be known besides for the example to show the change. */
	readonly facts?: Pick<Facts, "budget" | "confined">;
	/** The answer under the first writ. */
	readonly before: Effect;
	/** The answer under the second writ. */
	readonly after: Effect;
}

/** One thing in which two writs differ. */
export interface Change {
	/** `tools.allowed`, `filesystem.read_paths`, `resources.max_turns` … */
	readonly dimension: string;
	/** The entry as a person writes it, or the new value. */
	readonly entry: string;
	readonly message: string;
	/** Where the entry was written. */
	readonly source?: Source;
	readonly witnesses: readonly Witness[];
}

/** What a second writ newly allows and forbids compared with a first one; equal writs have three empty lists. */
export interface WritDiff {
	readonly allows: readonly Change[];
	readonly forbids: readonly Change[];
	/** Differences that were not seen to allow or forbid anything: labels, entries that other rules outweigh, deny turned into ask. */
	readonly changes: readonly Change[];
}

/** An example before it is tried. */
export interface Example {
	readonly request: Request;
	readonly facts?: Pick<Facts, "budget" | "confined">;
}

/** Examples to try; `thorough` also searches with automata, which takes its time. */
export type Examples = (thorough: boolean) => Iterable<Example>;

/** Two writs, of which one has something that the other has not. */
export interface Sides {
	readonly wide: Writ;
	readonly narrow: Writ;
	/** The second writ is the wide one: it newly allows. */
	readonly widens: boolean;
}

/** Something that the wide side has and the narrow one has not, with examples to try. */
export interface Difference extends Omit<Change, "witnesses"> {
	/** No request shows it: it holds whether or not there is an example. */
	readonly certain: boolean;
	/** It counts only when an example shows it. */
	readonly onlyShown?: boolean;
	readonly examples: Examples;
}

/** The words for an entry that is granted, and for one that no longer is. */
const GRANTS: Readonly<Record<string, readonly [now: string, before: string]>> = {
	"tools.allowed": ["is allowed", "is no longer allowed"],
	"filesystem.read_paths": ["may be read", "may no longer be read"],
	"filesystem.write_paths": ["may be written", "may no longer be written"],
	"filesystem.sandbox_root": ["may be entered", "may no longer be entered"],
	"network.allow": ["may be reached", "may no longer be reached"],
	"events.allowed": ["may be emitted", "may no longer be emitted"],
	"environment.allow": ["reaches the agent's process", "no longer reaches the agent's process"],
	"capabilities.spawn.profiles": ["may be spawned", "may no longer be spawned"],
};

/** The words for an entry that no longer forbids, and for one that does. */
const DENIALS: Readonly<Record<string, readonly [lifted: string, added: string]>> = {
	"tools.disallowed": ["is no longer disallowed", "is disallowed"],
	"tools.ask": ["no longer has to be confirmed", "has to be confirmed"],
	"filesystem.blocked_paths": ["is no longer blocked", "is blocked"],
	"filesystem.protected_paths": ["is no longer protected", "is protected"],
	"network.deny": ["is no longer denied", "is denied"],
};

/** Whether a dimension is a list of things that are granted. */
export function isGrantList(dimension: string): boolean {
	return Object.hasOwn(GRANTS, dimension);
}

/** One sentence on an entry of a list that grants. */
export function describeGrant(dimension: string, entry: string, widens: boolean): string {
	const [now, before] = GRANTS[dimension] ?? ["is granted", "is no longer granted"];
	if (dimension === "tools.allowed" && isConditional(entry))
		return `${unconditional(entry)} ${widens ? now : before} inside a sandbox; outside one it ${widens ? "asks" : "no longer asks"}`;
	return `${EVERYTHING[dimension]?.[entry] ?? entry} ${widens ? now : before}`;
}

/** Entries that are better read than seen. */
const EVERYTHING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	"tools.allowed": { "*": "every known tool", everything: "every tool" },
	"filesystem.read_paths": { "/": "the whole disk", everything: "the whole disk" },
	"filesystem.write_paths": { "/": "the whole disk", everything: "the whole disk" },
	"network.allow": { "*": "every host", everything: "every host" },
};

/** One sentence on an entry of a list that forbids; it stands on the narrow side. */
export function describeDenial(dimension: string, entry: string, widens: boolean): string {
	const [lifted, added] = DENIALS[dimension] ?? ["no longer forbids", "forbids"];
	return `${entry} ${widens ? lifted : added}`;
}

/** Follows what is said of an entry when the lists are too complex to tell whether there is a difference at all. */
export const NOT_COMPARED = ", as far as can be told: the lists are too complex to compare; write fewer '*' and '[…]', or split them";

/** One sentence on a plain value. */
export function describeValue(dimension: string, after: string, before: string): string {
	return `${dimension} is ${after} instead of ${before}`;
}
