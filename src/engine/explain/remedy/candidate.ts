import type { Facts, Terms, Writ } from "../../vocabulary/index.ts";
import type { RemedyChange } from "../explanation.ts";

/** A change that may help; whether it does is for `decide` to say. */
export interface Candidate extends RemedyChange {
	/** The same change made to terms. */
	readonly change?: (terms: Terms) => Terms;
	/** The entry whose place it takes. */
	readonly insteadOf?: string;
	/** An allow edge to this agent instead. */
	readonly edge?: string;
}

/** Who asks, and what is known besides. */
export interface Situation {
	readonly writ: Writ;
	readonly facts: Facts;
}

/** The situation after some changes; `ancestors` are those whose writs are changed too. */
export function applyCandidates({ writ, facts }: Situation, candidates: readonly Candidate[], ancestors: readonly string[]): Situation {
	const changed = (one: Writ): Writ => ({ ...one, terms: candidates.reduce((terms, { change }) => change?.(terms) ?? terms, one.terms) });
	const reachable = new Set(candidates.flatMap(({ edge }) => (edge === undefined ? [] : [edge])));
	const { edges, lineage } = facts;
	return {
		writ: changed(writ),
		facts: {
			...facts,
			...(lineage === undefined ? {} : { lineage: lineage.map((one) => (ancestors.includes(one.agent) ? changed(one) : one)) }),
			...(edges === undefined ? {} : { edges: (target) => (reachable.has(target) ? "allow" : edges(target)) }),
		},
	};
}

/** An entry more in every list of a conjunction. */
export function addToAll(sets: readonly (readonly string[])[], entry: string): readonly (readonly string[])[] {
	return sets.map((set) => [...new Set([...set, entry])].sort());
}
