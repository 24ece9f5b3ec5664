import { createMemory, memoOf } from "../../memory/index.ts";
import type { Composition, Places, Terms } from "../language/index.ts";
import { isDeepFrozen } from "../terms/index.ts";

/**
 * The same function of a composition: many agents are sealed from one.
 *
 * SECURITY: what its maker could still change must be read again each time (seal-composition.test.ts).
 */
export function rememberCompositions<Made>(make: (composition: Composition) => Made): (composition: Composition) => Made {
	const remembered = memoOf(make);
	return (composition) => (isDeepFrozen(composition) ? remembered(composition) : make(composition));
}

/** The same function of terms, which are frozen. */
export function rememberTerms<Made>(make: (terms: Terms) => Made): (terms: Terms) => Made {
	return memoOf(make);
}

/** Agents may have a workspace each. */
const MOST_PLACES = 4_096;

/** The same function of places, with one object for equal places: agents in one workspace share it, and everything that is compiled for it. */
export function rememberPlaces(make: (places: Places) => Places): (places: Places) => Places {
	const memory = createMemory<string, Places>(MOST_PLACES);
	return (places) => {
		const key = JSON.stringify([places.written, places.real, places.relocated, places.home]);
		const equal = memory.get(key);
		if (equal !== undefined) return equal;
		const made = make(places);
		memory.set(key, made);
		return made;
	};
}
