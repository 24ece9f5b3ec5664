import { type AnyOf, compilePathSet, type Writ } from "../../engine/index.ts";
import { isWithin } from "./is-within.ts";

/** Whether a path, on the host and as it is seen inside, is covered by a list of blocked or protected entries. */
export type IsDenied = (source: string, target: string) => boolean;

/**
 * Reads a list that forbids. Entries that hold anywhere are read inside for what lies in writ's own storage: there
 * the way to an agent's files leads through names (`.writ`) that the list means elsewhere.
 */
export function deniedPaths(entries: AnyOf, { places }: Writ, home: string): IsDenied {
	const floating = compilePathSet(entries.filter(isFloating), places, "real", "deny");
	const fixed = compilePathSet(
		entries.filter((entry) => !isFloating(entry)),
		places,
		"real",
		"deny",
	);
	return (source, target) => fixed.match(source) !== null || floating.match(isWithin(source, home) ? target : source) !== null;
}

function isFloating(entry: string): boolean {
	return entry.startsWith("/**");
}
