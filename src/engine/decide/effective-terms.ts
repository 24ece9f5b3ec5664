import { inheritedTerms, meetTerms } from "../match/index.ts";
import type { Facts, Terms, Writ } from "../vocabulary/index.ts";

const met = new WeakMap<Terms, WeakMap<Writ, Terms>>();

/** The writ's terms as they hold now: whatever an ancestor has lost since, the agent has lost too. */
export function effectiveTerms(writ: Writ, facts: Facts): Terms {
	let terms = writ.terms;
	for (const ancestor of facts.lineage ?? []) {
		let byAncestor = met.get(terms);
		if (byAncestor === undefined) met.set(terms, (byAncestor = new WeakMap()));
		let both = byAncestor.get(ancestor);
		if (both === undefined) byAncestor.set(ancestor, (both = meetTerms(terms, inheritedTerms(ancestor))));
		terms = both;
	}
	return terms;
}
