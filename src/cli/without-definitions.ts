import type { Catalog } from "../engine/index.ts";

/** Names of definitions, by kind. */
export interface DefinitionNames {
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
