import type { Places } from "../engine/index.ts";
import { parseFrozen } from "./parse-frozen.ts";

/** How many places are kept in memory: agents may have a workspace each. */
const MOST = 4_096;
const kept = new Map<string, Places>();

/** Places as a row holds them. */
export function storedPlaces({ written, real, relocated, home }: Places): string {
	return JSON.stringify({ written, real, relocated, home });
}

/** The places of a row: one object for equal texts, so that agents in one workspace share what the engine compiles for it. */
export function readPlaces(text: string): Places {
	const known = kept.get(text);
	if (known !== undefined) return known;
	const { written, real, relocated, home } = parseFrozen<Places>(text);
	const unmoved = JSON.stringify(written) === JSON.stringify(real);
	const places = Object.freeze({ written, real: unmoved ? written : real, relocated, home });
	const [oldest] = kept.keys();
	if (kept.size >= MOST && oldest !== undefined) kept.delete(oldest);
	kept.set(text, places);
	return places;
}
