import { inheritedTerms, meetTerms } from "../match/index.ts";
import type { Facts, Terms, Writ } from "../vocabulary/index.ts";

/** What a writ came to under its live ancestors, kept while both live. */
interface Met {
	readonly lineage: readonly Writ[];
	readonly terms: Terms;
}

const met = new WeakMap<Writ, Met>();

/** The writ's terms as they hold now: whatever an ancestor has lost since, the agent has lost too. */
export function effectiveTerms(writ: Writ, facts: Facts): Terms {
	const lineage = facts.lineage;
	if (lineage === undefined || lineage.length === 0) return writ.terms;
	const known = met.get(writ);
	if (known !== undefined && sameWrits(known.lineage, lineage)) return known.terms;
	const terms = lineage.reduce((held, ancestor) => meetTerms(held, inheritedTerms(ancestor, writ)), writ.terms);
	met.set(writ, { lineage: [...lineage], terms });
	return terms;
}

function sameWrits(left: readonly Writ[], right: readonly Writ[]): boolean {
	return left.length === right.length && left.every((writ, at) => writ === right[at]);
}
