import type { Effect, Facts, Request, Source, Writ } from "../vocabulary/index.ts";

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
