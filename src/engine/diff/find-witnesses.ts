import { decide } from "../decide/index.ts";
import type { Terms } from "../vocabulary/index.ts";
import type { Difference, Example, Examples, Sides, Witness } from "./writ-diff.ts";

const MOST_WITNESSES = 3;
const MOST_TRIES = 400;

/** Examples that were tried: those that only the wide side allows, and those that are merely answered differently. */
export interface FoundWitnesses {
	readonly allowed: readonly Witness[];
	readonly different: readonly Witness[];
}

/** What a comparison may spend on examples: thousands of differences are told without one each. */
export interface Effort {
	tries: number;
	searches: number;
	/** What one try takes, and what one thorough search takes. */
	readonly perTry: number;
	readonly perSearch: number;
}

/** The effort for two writs; the longer their lists, the fewer tries and searches. */
export function effortFor({ wide, narrow }: Sides): Effort {
	const entries = [wide, narrow].reduce((sum, { terms }) => sum + sizeOf(terms), 0);
	return { tries: MOST_TRIES_IN_ALL, searches: MOST_SEARCHES, perTry: 1 + entries / 500, perSearch: 1 + entries / 100 };
}

function sizeOf({ filesystem, tools }: Terms): number {
	const { read_paths, write_paths, blocked_paths, protected_paths } = filesystem;
	return [...read_paths, ...write_paths, blocked_paths, protected_paths, ...tools.allowed].reduce((sum, list) => sum + list.length, 0);
}

const MOST_TRIES_IN_ALL = 4_000;
const MOST_SEARCHES = 400;

/** Tries the examples of a difference under both writs. INVARIANT: what is kept was answered by `decide`. */
export function findWitnesses({ wide, narrow, widens }: Sides, { examples }: Difference, effort: Effort): FoundWitnesses {
	const allowed: Witness[] = [];
	const different: Witness[] = [];
	const tried = new Set<string>();
	for (const { request, facts } of inStages(examples, allowed, effort)) {
		if (allowed.length >= MOST_WITNESSES || tried.size >= MOST_TRIES || effort.tries <= 0) break;
		const text = JSON.stringify({ request, facts });
		if (tried.has(text)) continue;
		tried.add(text);
		effort.tries -= effort.perTry;
		const byWide = decide(wide, request, facts).effect;
		const byNarrow = decide(narrow, request, facts).effect;
		if (byWide === byNarrow) continue;
		const witness: Witness = {
			request,
			...(facts === undefined ? {} : { facts }),
			before: widens ? byNarrow : byWide,
			after: widens ? byWide : byNarrow,
		};
		if (byWide === "allow") allowed.push(witness);
		else if (different.length < MOST_WITNESSES) different.push(witness);
	}
	return { allowed, different };
}

/** The plain examples, and a thorough search only when none of them shows anything. */
function* inStages(examples: Examples, found: readonly Witness[], effort: Effort): Generator<Example> {
	yield* examples(false);
	if (found.length > 0 || effort.searches <= 0) return;
	effort.searches -= effort.perSearch;
	yield* examples(true);
}
