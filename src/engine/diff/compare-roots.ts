import { writtenPathEntry } from "../match/index.ts";
import type { Writ } from "../vocabulary/index.ts";
import { absoluteEntries } from "./examples/absolute-entries.ts";
import { shownPath } from "./examples/example-paths.ts";
import type { Difference, Sides } from "./writ-diff.ts";

/** A granted directory itself is never deleted or replaced: an entry more in a list may take that away. */
export function compareRoots(sides: Sides): readonly Difference[] {
	const free = rootsOf(sides.wide);
	return [...rootsOf(sides.narrow)].flatMap(([path, entry]) => {
		if (free.has(path)) return [];
		const shown = writtenPathEntry(entry);
		return [
			{
				dimension: "filesystem",
				entry: shown,
				message: sides.widens
					? `${shown} itself may be deleted`
					: `${shown} is a granted directory of its own and may no longer be deleted`,
				certain: false,
				onlyShown: true,
				examples: () => [{ request: { kind: "path", operation: "delete", path: shownPath(path, sides.wide) } as const }],
			},
		];
	});
}

/** Directories that entries without glob characters grant → the entry. */
function rootsOf(writ: Writ): ReadonlyMap<string, string> {
	const { read_paths, write_paths } = writ.terms.filesystem;
	const literal = [...read_paths, ...write_paths].flat().filter((entry) => !/[*?[{]/.test(entry));
	return new Map(literal.flatMap((entry) => absoluteEntries(entry, writ.places).map((path) => [path, entry] as const)));
}
