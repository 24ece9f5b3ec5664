import type { Places, Terms } from "../vocabulary/index.ts";
import { pathEntriesOf } from "./path-entries.ts";
import { relocateEntries } from "./relocate-entries.ts";
import type { SealContext } from "./seal-context.ts";
import { sharePlaces } from "./share-places.ts";

/** Places with what the path entries of some terms really lead to there. */
export function placeTerms(places: Omit<Places, "relocated">, terms: Terms, { resolve }: SealContext): Places {
	const relocated = resolve ? relocateEntries(pathEntriesOf(terms), places, resolve) : NOTHING;
	return sharePlaces({ ...places, relocated });
}

const NOTHING: Places["relocated"] = Object.freeze({});
