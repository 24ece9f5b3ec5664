import type { Facts, Terms, Writ } from "../language/index.ts";
import { meetTerms, termsForChild } from "../terms/index.ts";
import { rememberLineage } from "./memory.ts";

/**
 * A writ's terms under its live ancestors as one: what people are shown, what a sandbox is planned from, and what a child's wish is held
 * against. INVARIANT: no request is decided by them, see `decide`.
 */
export const effectiveTerms: (writ: Writ, facts: Pick<Facts, "lineage">) => Terms = rememberLineage((writ, { lineage = [] }) =>
	lineage.reduce((held, ancestor) => meetTerms(held, termsForChild(ancestor, writ)), writ.terms),
);
