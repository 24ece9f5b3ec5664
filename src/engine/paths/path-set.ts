import type { AnyOf, Places } from "../language/index.ts";
import { couldMatchGlob } from "./could-match-glob.ts";
import type { PathUse } from "./entries.ts";
import { literalComponent } from "./glob.ts";
import { componentSource, factorSources, type GroupNames, matchGlobs, matchTrees } from "./match-patterns.ts";
import { once } from "./once.ts";
import { type PathPattern, type PathView, patternsAt } from "./patterns.ts";
import { matchesName } from "./residual.ts";

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

/**
 * Whether a path that ends in a name could be the first on its way down that a pattern matches: a quick look at a name before the whole
 * path is matched, for patterns that cover everything below what they match.
 */
function couldEndIn(patterns: readonly PathPattern[]): (name: string) => boolean {
	const names = new Set<string>();
	const sources: string[] = [];
	const groups: GroupNames = { next: 0 };
	for (const { prefix, components } of patterns) {
		const last = components.at(-1) ?? prefix.slice(prefix.lastIndexOf("/") + 1);
		if (last === "**") return () => true;
		const literal = typeof last === "string" ? last : literalComponent(last);
		if (literal === undefined && typeof last !== "string") sources.push(componentSource(last, groups));
		else if (literal !== undefined) names.add(literal);
	}
	if (sources.length === 0) return (name) => names.has(name);
	const globs = new RegExp(`^(?:${factorSources(sources)})$`, "su");
	return (name) => names.has(name) || globs.test(name);
}

/**
 * An entry that could match something strictly below a directory, or `null`.
 *
 * A pattern that floats above the directory (`**`) could lie below any directory at all; it counts only when the
 * directory holds `home`, else every search of a subdirectory would have to be asked.
 */
function reachesBelow(patterns: readonly PathPattern[], directory: string, home: string | undefined): string | null {
	const base = directory === "/" ? "" : directory;
	const holdsHome = home !== undefined && liesIn(home === "/" ? "" : home, base);
	return patterns.find((pattern) => reaches(pattern, base, holdsHome))?.entry ?? null;
}

function reaches({ prefix, components }: PathPattern, base: string, holdsHome: boolean): boolean {
	if (liesIn(prefix, base)) return prefix !== base || components.length > 0;
	if (!liesIn(base, prefix)) return false;
	// Most patterns float, and need no look at the names.
	if (components[0] === "**") return components.length === 1 || holdsHome;
	const names = base.slice(prefix.length + 1).split("/");
	for (const [index, name] of names.entries()) {
		const component = components[index];
		// Everything of the pattern is used up: the directory lies in what it covers.
		if (component === undefined) return true;
		if (component === "**") return index === components.length - 1 || holdsHome;
		if (!matchesName(component, name)) return false;
	}
	return true;
}

/** Whether a path is the base or lies below it; both without a final slash. */
function liesIn(path: string, base: string): boolean {
	return path === base || (path.startsWith(base) && path[base.length] === "/");
}
