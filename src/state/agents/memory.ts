import type { Places, Terms, WritDigest } from "../../engine/index.ts";
import { createMemory, memo } from "../../memory/index.ts";
import type { Connection } from "../../store/index.ts";

const MOST_TERMS = 1_024;

/** The same function of a hash: agents of one grant share one object, and what the engine compiles from it. A row under a hash never changes. */
export function rememberSealed<Found>(
	load: (connection: Connection, hash: string) => Promise<Found>,
): (connection: Connection, hash: string) => Promise<Found> {
	const memory = createMemory<string, Found>(MOST_TERMS);
	return async (connection, hash) => {
		const loaded = memory.get(hash);
		if (loaded !== undefined) return loaded;
		const found = await load(connection, hash);
		memory.set(hash, found);
		return found;
	};
}

/** The same function of terms whose text is part of the hash: many agents are made of one profile. */
export function rememberDigests(digest: (hash: string, terms: Terms) => WritDigest): (hash: string, terms: Terms) => WritDigest {
	const memory = createMemory<string, WritDigest>(MOST_TERMS);
	return (hash, terms) => {
		const known = memory.get(hash);
		if (known !== undefined) return known;
		const made = digest(hash, terms);
		memory.set(hash, made);
		return made;
	};
}

/** Agents may have a workspace each. */
const MOST_PLACES = 4_096;

/** The same function of the text of places: agents in one workspace share one object, and what the engine compiles for it. */
export function rememberPlaces(read: (text: string) => Places): (text: string) => Places {
	return memo(MOST_PLACES, read);
}
