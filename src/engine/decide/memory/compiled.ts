import { memo, memoOf, memoPair, memoWhile } from "../../../memory/index.ts";
import type { Listing, Places, Writ } from "../../language/index.ts";

/** The same function of a part of the terms, or of what was made of it: all of it is frozen, and shared by agents on one profile. */
export function rememberPart<Part extends WeakKey, Made>(make: (part: Part) => Made): (part: Part) => Made {
	return memoOf(make);
}

/** The same function of a part of the terms and a tool's plan. */
export function rememberPlanned<Part extends WeakKey, Plan extends WeakKey, Made>(
	make: (part: Part, plan: Plan) => Made,
): (part: Part, plan: Plan) => Made {
	return memoPair(make);
}

/** The same function of a list at an agent's places; most lists are shared, the built-in ones by everybody. */
export function rememberAtPlaces<List extends WeakKey, Made>(
	make: (list: List, places: Places) => Made,
): (list: List, places: Places) => Made {
	return memoPair(make);
}

/** A caller may ask for any number of names. */
const MOST_NAMES = 2_000;

/** The same function of the name of a tool. */
export function rememberNames<Made>(make: (name: string) => Made): (name: string) => Made {
	return memo(MOST_NAMES, make);
}

/** The same function of a listing, for the directory that it was of last: the disk gives the same listing again while nothing changes. */
export function rememberListings<View extends WeakKey, Found>(
	make: (view: View, listing: Listing, directory: string) => Found,
): (view: View, listing: Listing, directory: string) => Found {
	const remembered = memoOf((view: View) =>
		memoWhile(
			(made: { readonly directory: string; readonly found: Found }, directory: string) => made.directory === directory,
			(listing: Listing, directory) => ({ directory, found: make(view, listing, directory) }),
		),
	);
	return (view, listing, directory) => remembered(view)(listing, directory).found;
}

/** The same function of a writ, while the same ancestors live. */
export function rememberLineage<Made>(
	make: (writ: Writ, lineage: readonly Writ[]) => Made,
): (writ: Writ, lineage: readonly Writ[]) => Made {
	const remembered = memoWhile(
		(made: { readonly lineage: readonly Writ[]; readonly above: Made }, lineage: readonly Writ[]) => isSame(made.lineage, lineage),
		// Whoever made the list may change it later.
		(writ: Writ, lineage) => ({ lineage: [...lineage], above: make(writ, lineage) }),
	);
	return (writ, lineage) => remembered(writ, lineage).above;
}

function isSame(left: readonly Writ[], right: readonly Writ[]): boolean {
	return left.length === right.length && left.every((writ, at) => writ === right[at]);
}

type Relocated = Places["relocated"];

/** The same function of what binds an agent, while its entries lead to the same places. */
export function rememberRelocated<Above extends WeakKey, Made>(
	isSameRecord: (one: Relocated, other: Relocated) => boolean,
	make: (above: Above, relocated: Relocated) => Made,
): (above: Above, relocated: Relocated) => Made {
	const remembered = memoWhile(
		(made: { readonly relocated: Relocated; readonly line: Made }, relocated: Relocated) => isSameRecord(made.relocated, relocated),
		(above: Above, relocated) => ({ relocated, line: make(above, relocated) }),
	);
	return (above, relocated) => remembered(above, relocated).line;
}
