import type { AnyOf, Places } from "../language/index.ts";
import { directoryOf, type EntryPlace, OWN_PLACES, type PathUse, splitEntry } from "./entries.ts";
import { type GlobComponent, literalComponent, parseGlob } from "./glob.ts";

/** One way to read an entry, at a place. */
export interface PathPattern {
	/** The canonical entry it comes from. */
	readonly entry: string;
	/** The static part, without a final slash; `""` is the root. */
	readonly prefix: string;
	/** What follows, from the first component with a glob character. */
	readonly components: readonly GlobComponent[];
	/** It covers everything below what it matches. */
	readonly tree: boolean;
}

/** Where a place is; `undefined` = nowhere. */
export type Locate = (place: EntryPlace) => string | undefined;

/** Which of the two disks an entry is read on: as written, or with links followed. */
export type PathView = "written" | "real";

/** The patterns of entries on the disk, places filled in; an entry whose place is nowhere has none. */
export function patternsAt(entries: AnyOf, places: Places, view: PathView, use: PathUse): readonly PathPattern[] {
	return entries.flatMap((entry) => {
		const text = view === "real" && Object.hasOwn(places.relocated, entry) ? places.relocated[entry] : entry;
		return patternsOf(locatedEntry(text ?? entry, places, use), entry, use, (place) => directoryOf(place, places, view));
	});
}

/** SECURITY: a denial in a home that nobody knows holds in every directory that could be it (home-entries.test.ts). */
function locatedEntry(text: string, { home }: Places, use: PathUse): string {
	return use === "grant" || home !== null || !text.startsWith("<home>") ? text : `/**${text.slice("<home>".length)}`;
}

/** The patterns of entries with each place standing for itself, as `<workspace>/src`. */
export function patternsByName(entries: AnyOf, use: PathUse): readonly PathPattern[] {
	return entries.flatMap((entry) => patternsOf(entry, entry, use, (place) => `<${place}>`));
}

function patternsOf(text: string, entry: string, use: PathUse, locate: Locate): readonly PathPattern[] {
	const parts = splitEntry(text);
	const glob = parts === undefined ? undefined : parseGlob(parts.rest);
	if (parts === undefined || !glob?.ok) {
		// SECURITY: what cannot be read grants nothing and denies everything.
		return use === "grant" ? [] : [{ entry, prefix: "", components: [], tree: true }];
	}
	const tree = use === "deny" || glob.literal;
	return roots(parts.place, locate).flatMap((root) =>
		glob.alternatives.map((components) => {
			const fixed = leadingNames(components);
			const prefix = [root, ...fixed].join("/");
			return { entry, prefix, components: components.slice(fixed.length), tree };
		}),
	);
}

/** Directories of a place, without a final slash. */
function roots(place: EntryPlace | null, locate: Locate): readonly string[] {
	if (place === null) return [""];
	const named = place === "own" ? OWN_PLACES : [place];
	return named.flatMap((name) => {
		const root = locate(name);
		return root === undefined ? [] : [root.replace(/(?<!\/)\/+$/, "")];
	});
}

function leadingNames(components: readonly GlobComponent[]): readonly string[] {
	const names: string[] = [];
	for (const component of components) {
		const name = literalComponent(component);
		if (name === undefined) break;
		names.push(name);
	}
	return names;
}
