import type { PathPattern } from "./place-patterns.ts";
import { matchesName } from "./residual.ts";

/**
 * An entry that could match something strictly below a directory, or `null`.
 *
 * A pattern that floats above the directory (`**`) could lie below any directory at all; it counts only when the
 * directory holds `home`, else every search of a subdirectory would have to be asked.
 */
export function reachesBelow(patterns: readonly PathPattern[], directory: string, home: string | undefined): string | null {
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
