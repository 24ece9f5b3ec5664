import { catalogOfFolders } from "../definitions/index.ts";
import type { Catalog, Problem } from "../engine/index.ts";
import { configurationHome, readLayers } from "../platform/index.ts";

/** Everything that names refer to for work in one folder: what is shipped, the person's, the project's. */
export function openCatalog(home: string | undefined, workspace: string): Catalog {
	const catalog = catalogOfFolders(...readLayers(configurationHome(home), workspace));
	// SECURITY: where the person's own definition of a name is broken, the shipped one must not step in: it may grant more.
	const broken = new Set(catalog.problems.filter(isOfThePerson).map(({ source }) => source?.definition ?? ""));
	return withoutDefinitions(catalog, { profiles: broken, fragments: broken, agents: broken });
}

/**
 * What makes a catalog useless for deciding: a ceiling that could not be loaded bounds nothing, and in a folder that could not be
 * read anything may stand. SECURITY: neither may be taken for absent ("a broken ceiling denies everything").
 */
export function blockingProblems({ problems }: Catalog): readonly Problem[] {
	return problems.filter((problem) => {
		const isOfCeiling = problem.severity === "error" && problem.source?.layer === "ceiling";
		return isOfCeiling || (isOfThePerson(problem) && problem.source?.definition === undefined);
	});
}

function isOfThePerson({ severity, source }: Problem): boolean {
	return severity === "error" && source?.layer === "user";
}

/** Names of definitions, by kind. */
interface DefinitionNames {
	readonly profiles: ReadonlySet<string>;
	readonly fragments: ReadonlySet<string>;
	readonly agents: ReadonlySet<string>;
}

/** A catalog in which these names have no meaning any more. */
export function withoutDefinitions(catalog: Catalog, names: DefinitionNames): Catalog {
	return {
		...catalog,
		profiles: without(catalog.profiles, names.profiles),
		fragments: without(catalog.fragments, names.fragments),
		agents: without(catalog.agents, names.agents),
	};
}

function without<T>(record: Readonly<Record<string, T>>, names: ReadonlySet<string>): Readonly<Record<string, T>> {
	return Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)));
}
