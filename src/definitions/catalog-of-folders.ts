import type { Catalog, Problem } from "../engine/index.ts";
import { type DefinitionText, loadCatalog } from "./load-catalog.ts";
import { sortProblems } from "./place-problems.ts";
import { shippedCatalog } from "./shipped-catalog.ts";

/** A folder of definitions as it was read from the disk. */
export interface ReadFolder {
	readonly files: readonly DefinitionText[];
	/** What could not be read. */
	readonly problems: readonly Problem[];
}

/** Everything that names refer to: what is shipped and what these folders hold, with all that is wrong with them. */
export function catalogOfFolders(...folders: readonly ReadFolder[]): Catalog {
	const loaded = loadCatalog(
		folders.flatMap(({ files }) => files),
		shippedCatalog,
	);
	return { ...loaded, problems: sortProblems([...folders.flatMap(({ problems }) => problems), ...loaded.problems]) };
}
