import { deepFreeze } from "../match/index.ts";
import type { Places } from "../vocabulary/index.ts";

const MOST = 4_096;
const known = new Map<string, Places>();

/** One object for equal places: agents in one workspace share it, and everything that is compiled for it. */
export function sharePlaces(places: Places): Places {
	const key = JSON.stringify([places.written, places.real, places.relocated, places.home]);
	const shared = known.get(key);
	if (shared !== undefined) return shared;
	// Agents may have a workspace each: what is remembered stays bounded.
	if (known.size >= MOST) known.clear();
	known.set(key, deepFreeze(places));
	return places;
}
