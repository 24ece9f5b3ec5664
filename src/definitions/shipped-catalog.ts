import type { Catalog } from "../engine/index.ts";
import { shippedAgents, shippedFragments, shippedProfiles } from "./generated/shipped-catalog.ts";
import { PROFILE_ALIASES } from "./profile-aliases.ts";

/** The definitions that writ ships, read and checked when it was built; no YAML is parsed for them. */
export const shippedCatalog: Catalog = Object.freeze({
	profiles: byName(shippedProfiles),
	fragments: byName(shippedFragments),
	agents: byName(shippedAgents),
	aliases: Object.freeze(Object.assign(Object.create(null), PROFILE_ALIASES)),
	problems: Object.freeze([]),
});

/** SECURITY: names come from callers; without a prototype no name finds an inherited value. */
function byName<T extends { readonly name: string }>(definitions: readonly T[]): Readonly<Record<string, T>> {
	const record: Record<string, T> = Object.create(null);
	for (const definition of definitions) record[definition.name] = definition;
	return Object.freeze(record);
}
