import { directoryOf, escapeGlob, splitEntry } from "../../match/index.ts";
import type { Place, Places } from "../../vocabulary/index.ts";

const OWN: readonly Place[] = ["own", "workspace", "shared", "exports", "claude"];

/** A canonical entry at its places on the disk; none when its place is nowhere. */
export function absoluteEntries(entry: string, places: Places): readonly string[] {
	const parts = splitEntry(entry);
	if (parts === undefined) return [];
	if (parts.place === null) return [entry];
	return (parts.place === "own" ? OWN : [parts.place]).flatMap((place) => {
		const root = directoryOf(place, places, "real");
		if (root === undefined) return [];
		const below = parts.rest === "" ? "" : `/${parts.rest}`;
		return [`${root === "/" ? "" : escapeGlob(root)}${below}` || "/"];
	});
}
