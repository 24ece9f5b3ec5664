import { PLACES, type Place } from "../../vocabulary/index.ts";

/** A canonical path entry, taken apart: its place (`null` = absolute) and what stands below it. */
export interface EntryParts {
	readonly place: Place | null;
	readonly rest: string;
}

const NAMED = /^<([a-z]+)>(?:\/(.*))?$/s;

/** Takes a canonical entry apart; `undefined` for text that is not canonical. */
export function splitEntry(entry: string): EntryParts | undefined {
	if (entry.startsWith("/")) return { place: null, rest: entry.slice(1) };
	const match = NAMED.exec(entry);
	const place = PLACES.find((known) => known === match?.[1]);
	return place === undefined ? undefined : { place, rest: match?.[2] ?? "" };
}

/** Puts an entry together again. */
export function joinEntry({ place, rest }: EntryParts): string {
	if (place === null) return `/${rest}`;
	return rest === "" ? `<${place}>` : `<${place}>/${rest}`;
}

/** The places that `<own>` covers: everything that is the agent's own. */
export const OWN_PLACES = ["own", "workspace", "shared", "exports", "claude"] as const satisfies readonly Place[];
