import type { Problem, Writ } from "../vocabulary/index.ts";
import { findPlaces } from "./find-places.ts";
import { placeTerms } from "./place-terms.ts";
import type { SealContext } from "./seal-context.ts";

/** A writ at its new places, or what is wrong with these. */
export type MoveOutcome = { readonly ok: true; readonly writ: Writ } | { readonly ok: false; readonly problems: readonly Problem[] };

/** The same writ at other places. INVARIANT: its terms and so its digest stay, because entries name their place and not where it is. */
export function moveWrit(writ: Writ, context: SealContext): MoveOutcome {
	const found = findPlaces(context);
	if (!found.ok) return found;
	return { ok: true, writ: Object.freeze({ ...writ, places: placeTerms(found.places, writ.terms, context) }) };
}
