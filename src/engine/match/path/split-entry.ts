import { PLACES, type Place, type Places } from "../../vocabulary/index.ts";

/** Where an entry may begin: at a place of the agent, or in the home directory, which only rules of tools can name. */
export type EntryPlace = Place | "home";

/** A canonical path entry, taken apart: its place (`null` = absolute) and what stands below it. */
export interface EntryParts {
	readonly place: EntryPlace | null;
	readonly rest: string;
}

const NAMED = /^<([a-z]+)>(?:\/(.*))?$/s;

/** Takes a canonical entry apart; `undefined` for text that is not canonical. */
export function splitEntry(entry: string): EntryParts | undefined {
	if (entry.startsWith("/")) return { place: null, rest: entry.slice(1) };
	const match = NAMED.exec(entry);
	const place = match?.[1] === "home" ? "home" : PLACES.find((known) => known === match?.[1]);
	return place === undefined ? undefined : { place, rest: match?.[2] ?? "" };
}

/** Puts an entry together again. */
export function joinEntry({ place, rest }: EntryParts): string {
	if (place === null) return `/${rest}`;
	return rest === "" ? `<${place}>` : `<${place}>/${rest}`;
}

/** Where a place is; `undefined` = nowhere. The home is as it is written: entries below it are relocated where that is a link. */
export function directoryOf(place: EntryPlace, places: Omit<Places, "relocated">, view: "written" | "real"): string | undefined {
	return place === "home" ? (places.home ?? undefined) : places[view][place];
}

/** The places that `<own>` covers: everything that is the agent's own. */
export const OWN_PLACES = ["own", "workspace", "shared", "exports", "claude"] as const satisfies readonly Place[];
