import { type AnyOf, PLACES, type Places } from "../../vocabulary/index.ts";
import { escapeGlob } from "./parse-glob.ts";
import { patternsAt } from "./place-patterns.ts";
import { directoryOf, joinEntry, splitEntry } from "./split-entry.ts";

/** Where a child's grants are, and where its places are. */
export interface Reach {
	readonly places: Places;
	/** The directories at which its grants begin. */
	readonly granted: ReadonlySet<string>;
	/** Those directories and all above them. */
	readonly above: ReadonlySet<string>;
}

/** Where the entries of a child begin on the disk. */
export function reachOf(entries: AnyOf, places: Places): Reach {
	const granted = prefixes(entries, places, "grant");
	return { places, granted, above: new Set([...granted].flatMap(upwards)) };
}

/**
 * The places on the disk that a parent's denial means, as further entries, where they can matter to a child.
 *
 * SECURITY: `<workspace>/secret` in the child's writ is the child's own workspace; a child that can reach into the
 * parent's must not find the parent's secret open there (test/laws/lineage.test.ts).
 */
export function carriedDenials(entry: string, parent: Places, child: Reach): AnyOf {
	const known = new Set(entriesOnDisk(entry, child.places));
	const onDisk = entriesOnDisk(entry, parent).filter((text) => !known.has(text));
	if (onDisk.length === 0) return [];
	return onDisk.filter((text) => {
		const [denied = ""] = prefixes([text], child.places, "deny");
		return child.above.has(denied) || upwards(denied).some((directory) => child.granted.has(directory));
	});
}

/** Whether both agents have all their places at the same directories. */
export function samePlaces(one: Places, other: Places): boolean {
	if (one === other) return true;
	if (one.home !== other.home) return false;
	return PLACES.every((place) => one.written[place] === other.written[place] && one.real[place] === other.real[place]);
}

/** A denial as absolute entries: as written, at the real place, and behind a link. */
function entriesOnDisk(entry: string, places: Places): AnyOf {
	const parts = splitEntry(entry);
	const moved = Object.hasOwn(places.relocated, entry) ? places.relocated[entry] : undefined;
	const behindLink = moved === undefined ? [] : [moved];
	const place = parts?.place ?? null;
	if (parts === undefined || place === null) return [entry, ...behindLink];
	const roots = [directoryOf(place, places, "written"), directoryOf(place, places, "real")].filter((root) => root !== undefined);
	const texts = roots.map((root) => {
		const rest = [escapeGlob(root).replace(/^\/+|\/+$/g, ""), parts.rest].filter((part) => part !== "").join("/");
		return joinEntry({ place: null, rest });
	});
	return [...new Set([...texts, ...behindLink])];
}

function prefixes(entries: AnyOf, places: Places, use: "grant" | "deny"): ReadonlySet<string> {
	const views = [...patternsAt(entries, places, "written", use), ...patternsAt(entries, places, "real", use)];
	return new Set(views.map((pattern) => pattern.prefix));
}

/** A directory and all above it; `""` is the root. */
function upwards(directory: string): readonly string[] {
	const found = [directory];
	for (let end = directory.lastIndexOf("/"); end >= 0; end = end === 0 ? -1 : directory.lastIndexOf("/", end - 1)) {
		found.push(directory.slice(0, end));
	}
	return found;
}
