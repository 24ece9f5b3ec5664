import { catalogOfFolders } from "../definitions/index.ts";
import { type Catalog, composeProfile, type Problem, sealProfile, type Terms } from "../engine/index.ts";
import { readDefinitions, WritError } from "../platform/index.ts";
import { newestProfileRows } from "../store/index.ts";
import type { Context, Definitions } from "./context.ts";
import { keptProfile, layKept } from "./kept-profiles.ts";

/** What names refer to for a server: what is shipped, what its person wrote into the home, and the profiles that the store keeps. */
export function openDefinitions(home: string, log: (line: string) => void): Definitions {
	const written = catalogOfFolders(readDefinitions(home, "user"));
	const errors = written.problems.filter(({ severity }) => severity === "error");
	// SECURITY: a broken definition of the person's must not let a shipped one of the same name, or no ceiling, step in.
	if (errors.length > 0) throw new WritError("invalid-definition", `${describe(errors[0])}. Run: writ check`);
	let catalog = written;
	let isStale = true;
	return {
		written,
		ceiling: ceilingTerms(written),
		get catalog() {
			return catalog;
		},
		get isStale() {
			return isStale;
		},
		async refresh(connection) {
			if (!isStale) return catalog;
			// What changes while it is read makes it stale again.
			isStale = false;
			try {
				const laid = layKept(written, (await newestProfileRows(connection)).map(keptProfile));
				for (const problem of laid.problems) log(`definitions: ${describe(problem)}`);
				catalog = laid.catalog;
				return catalog;
			} catch (error) {
				isStale = true;
				throw error;
			}
		},
		outdated(touched) {
			if (touched === null || touched.some(({ entity }) => entity === "profile")) isStale = true;
		},
	};
}

/** The definitions as they are when this is called, whoever changed them, on whichever node. */
export async function freshCatalog({ definitions, store }: Pick<Context, "definitions" | "store">): Promise<Catalog> {
	// One server has an SQLite home for itself: whatever changes there is told here.
	if (store.database === "sqlite" && !definitions.isStale) return definitions.catalog;
	return store.record((transaction) => definitions.refresh(transaction));
}

function ceilingTerms(catalog: Catalog): Terms | undefined {
	if (catalog.ceiling === undefined) return undefined;
	const composed = composeProfile(catalog.ceiling.profile, catalog);
	const sealed = sealProfile(catalog.ceiling.profile, { agent: "ceiling", root: "/", catalog });
	if (!composed.ok || !sealed.ok) throw new WritError("invalid-definition", "The ceiling cannot be sealed. Run: writ check");
	return sealed.writ.terms;
}

function describe(problem: Problem | undefined): string {
	if (problem === undefined) return "A definition is not valid";
	const { source, message } = problem;
	return source === undefined ? message : `${source.file ?? source.definition ?? ""}:${source.line ?? 1}: ${message}`;
}
