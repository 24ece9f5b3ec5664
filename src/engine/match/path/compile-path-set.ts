import type { AnyOf, Places } from "../../vocabulary/index.ts";
import { couldMatchGlob } from "./could-match-glob.ts";
import { couldEndIn } from "./last-names.ts";
import { matchGlobs } from "./match-globs.ts";
import { matchTrees } from "./match-trees.ts";
import { once } from "./once.ts";
import type { PathUse } from "./path-use.ts";
import { type PathView, patternsAt } from "./place-patterns.ts";
import { reachesBelow } from "./reaches-below.ts";

/** A compiled list of path entries. Paths are absolute, without `.`, `//` and final slash. */
export interface PathMatcher {
	/** The canonical entry that matches the path, or `null`. */
	readonly match: (path: string) => string | null;
	/**
	 * An entry that matches something strictly below the directory, or `null`. An entry that floats (`**` reaches the
	 * directory from above) counts when the directory holds the workspace, or always with `anywhere`.
	 */
	readonly below: (directory: string, anywhere?: boolean) => string | null;
	/** An entry that a shell glob could expand into, or `null`: `*`, `?`, `[…]`; `\` before a character makes it plain. */
	readonly couldMatchGlob: (glob: string) => string | null;
	/** Whether a path with this last name could be matched, as long as nothing above it is: asked of each name in a tree. */
	readonly couldEndIn: (name: string) => boolean;
	/** Everything below the directory is matched, whatever its name. */
	readonly holdsAllBelow: (directory: string) => boolean;
	/** There is no entry. */
	readonly empty: boolean;
}

/** Compiles entries for one agent's places, as they are written or as they really are. */
export function compilePathSet(entries: AnyOf, places: Places, view: PathView, use: PathUse): PathMatcher {
	const patterns = patternsAt(entries, places, view, use);
	const trees = matchTrees(patterns);
	const globs = matchGlobs(patterns);
	const workspace = places[view].workspace;
	const ends = once(() => couldEndIn(patterns));
	return {
		match: globs === undefined ? trees : (path) => trees(path) ?? globs(path),
		below: (directory, anywhere = false) => reachesBelow(patterns, directory, anywhere ? directory : workspace),
		couldMatchGlob: (glob) => couldMatchGlob(patterns, glob),
		couldEndIn: (name) => ends()(name),
		// A name that nothing but a whole tree matches.
		holdsAllBelow: (directory) => trees(`${directory === "/" ? "" : directory}/\uFFFF`) !== null,
		empty: patterns.length === 0,
	};
}
