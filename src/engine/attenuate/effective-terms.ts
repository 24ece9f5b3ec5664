import type { Facts, Terms, Writ } from "../language/index.ts";
import { meetTerms, termsForChild } from "../terms/index.ts";

/** What a writ came to under its live ancestors, kept while both live. */
interface Met {
	readonly lineage: readonly Writ[];
	readonly terms: Terms;
}

const met = new WeakMap<Writ, Met>();

/**
 * A writ's terms under its live ancestors as one: what people are shown, what a sandbox is planned from, and what a child's wish is held
 * against. INVARIANT: no request is decided by them, see `decide`.
 */
export function effectiveTerms(writ: Writ, { lineage = [] }: Pick<Facts, "lineage">): Terms {
	if (lineage.length === 0) return writ.terms;
	const known = met.get(writ);
	if (known !== undefined && sameWrits(known.lineage, lineage)) return known.terms;
	const terms = lineage.reduce((held, ancestor) => meetTerms(held, termsForChild(ancestor, writ)), writ.terms);
	met.set(writ, { lineage: [...lineage], terms });
	return terms;
}

function sameWrits(left: readonly Writ[], right: readonly Writ[]): boolean {
	return left.length === right.length && left.every((writ, at) => writ === right[at]);
}
