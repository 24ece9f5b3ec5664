import {
	type AllOf,
	type AnyOf,
	compilePathSet,
	type PathPattern,
	type Place,
	type Places,
	patternsAt,
	splitEntry,
	type Writ,
} from "../../engine/index.ts";
import { isWithin } from "./paths.ts";

/** A tree on the host that one of the writ's path lists grants. */
export interface GrantedTree {
	readonly path: string;
	/** The named place that the entry starts from; `null` for an absolute entry and for one that a link moved. */
	readonly place: Place | null;
	/** What the entry says is the whole tree; otherwise it is a glob, and this is its static part. */
	readonly exact: boolean;
	/** The entry names this one path (`{a,b}`), not what is below it. */
	readonly single: boolean;
	/** As it stands in the writ. */
	readonly entry: string;
}

/** The trees of a path list: every one of its sets must grant them. */
export function grantedTrees(sets: AllOf, places: Places): readonly GrantedTree[] {
	const everything: readonly GrantedTree[] = [{ path: "/", place: null, exact: true, single: false, entry: "/" }];
	return sets.reduce<readonly GrantedTree[]>(
		(held, set) =>
			meet(
				held,
				set.flatMap(expandOwn).flatMap((entry) => trees(entry, places)),
			),
		everything,
	);
}

/** `<own>` is all of the agent's own; its directory on the host also holds what is not meant for it. */
const OWN = ["<workspace>", "<shared>", "<exports>", "<claude>"];

function expandOwn(entry: string): readonly string[] {
	return entry === "<own>" ? OWN : [entry];
}

function trees(entry: string, places: Places): readonly GrantedTree[] {
	const named = splitEntry(entry)?.place ?? null;
	const place = Object.hasOwn(places.relocated, entry) || named === "home" ? null : named;
	return patternsAt([entry], places, "real", "grant").map((pattern) => ({
		path: pattern.prefix === "" ? "/" : pattern.prefix,
		place,
		exact: isTree(pattern),
		single: pattern.components.length === 0 && !pattern.tree,
		entry,
	}));
}

function isTree({ components, tree }: PathPattern): boolean {
	return components.length === 0 ? tree : components.length === 1 && components[0] === "**";
}

/** What both lists grant: of each pair the narrower, when it lies in the wider. */
function meet(held: readonly GrantedTree[], asked: readonly GrantedTree[]): readonly GrantedTree[] {
	return held.flatMap((one) => asked.flatMap((other) => narrower(one, other)));
}

function narrower(one: GrantedTree, other: GrantedTree): readonly GrantedTree[] {
	const wide = isWithin(other.path, one.path) ? one : isWithin(one.path, other.path) ? other : undefined;
	if (wide === undefined) return [];
	const narrow = wide === one ? other : one;
	// INVARIANT: a single path holds nothing below it.
	if (wide.single && wide.path !== narrow.path) return [];
	if (wide.exact) return [narrow];
	if (wide.single && (narrow.exact || narrow.single)) return [{ ...narrow, exact: false, single: true }];
	// SECURITY: what a glob leaves of a narrower entry is not known here, so it is never taken for the whole.
	return [{ ...narrow, exact: false, single: false, entry: wide.entry }];
}

/** Whether a path, on the host and as it is seen inside, is covered by a list of blocked or protected entries. */
type IsDenied = (source: string, target: string) => boolean;

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
