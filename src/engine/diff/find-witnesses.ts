import { decide } from "../decide/index.ts";
import type { Difference, Example, Examples, Sides, Witness } from "./writ-diff.ts";

const MOST_WITNESSES = 3;
const MOST_TRIES = 400;

/** Examples that were tried: those that only the wide side allows, and those that are merely answered differently. */
export interface FoundWitnesses {
	readonly allowed: readonly Witness[];
	readonly different: readonly Witness[];
}

/** Tries the examples of a difference under both writs. INVARIANT: what is kept was answered by `decide`. */
export function findWitnesses({ wide, narrow, widens }: Sides, { examples }: Difference): FoundWitnesses {
	const allowed: Witness[] = [];
	const different: Witness[] = [];
	const tried = new Set<string>();
	for (const { request, facts } of inStages(examples, allowed)) {
		if (allowed.length >= MOST_WITNESSES || tried.size >= MOST_TRIES) break;
		const text = JSON.stringify({ request, facts });
		if (tried.has(text)) continue;
		tried.add(text);
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
function* inStages(examples: Examples, found: readonly Witness[]): Generator<Example> {
	yield* examples(false);
	if (found.length === 0) yield* examples(true);
}
