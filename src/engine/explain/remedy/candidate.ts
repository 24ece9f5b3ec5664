import type { Facts, Terms, ToolTerms, Writ } from "../../language/index.ts";
import type { Situation } from "../explain-steps.ts";
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

/** One writ, and the facts that it is judged with. */
export interface Holder {
	readonly writ: Writ;
	readonly facts: Facts;
}

/** The situation after some changes; `ancestors` are those whose writs are changed too. */
export function applyCandidates(situation: Situation, candidates: readonly Candidate[], ancestors: readonly string[]): Situation {
	const { writ, facts, compare } = situation;
	const apply = (terms: Terms): Terms => candidates.reduce((held, { change }) => change?.(held) ?? held, terms);
	const isChanged = (agent: string): boolean => agent === writ.agent || ancestors.includes(agent);
	const changed = (one: Writ): Writ => ({
		...one,
		terms: isChanged(one.agent) ? apply(one.terms) : one.terms,
		...(one.bounds === undefined
			? {}
			: { bounds: one.bounds.map((bound) => (isChanged(bound.agent) ? { ...bound, terms: apply(bound.terms) } : bound)) }),
	});
	const reachable = new Set(candidates.flatMap(({ edge }) => (edge === undefined ? [] : [edge])));
	const { edges, lineage } = facts;
	return {
		compare,
		writ: changed(writ),
		facts: {
			...facts,
			...(lineage === undefined ? {} : { lineage: lineage.map(changed) }),
			...(edges === undefined ? {} : { edges: (target) => (reachable.has(target) ? "allow" : edges(target)) }),
		},
	};
}

/** An entry more in every list of a conjunction. */
export function addToAll(sets: readonly (readonly string[])[], entry: string): readonly (readonly string[])[] {
	return sets.map((set) => [...new Set([...set, entry])].sort());
}

/** The keys under which the terms speak of a tool. */
export function permissionKeys(terms: Terms, permissions: readonly ToolTerms[]): readonly string[] {
	return Object.entries(terms.tools.permissions).flatMap(([key, held]) => (permissions.includes(held) ? [key] : []));
}

/** The terms with what they say under one key changed. */
export function changePermission(terms: Terms, key: string, change: (held: ToolTerms) => ToolTerms): Terms {
	const held = terms.tools.permissions[key];
	if (held === undefined) return terms;
	return { ...terms, tools: { ...terms.tools, permissions: { ...terms.tools.permissions, [key]: change(held) } } };
}
