import type { Origins, Source } from "../vocabulary/index.ts";
import { type Placed, sourceAt } from "./source-at.ts";
import { statementsOf } from "./statements.ts";

/** Who said what, while a profile is being composed: dimension → entry → source. */
export type OriginsDraft = Map<string, Map<string, Source>>;

/**
 * Notes what a document says. An entry keeps its first author, who granted it; a plain value has its last, who won.
 * `within` is where the statements stand in the document: `permissions.overrides.`.
 */
export function recordOrigins(draft: OriginsDraft, document: Placed, said: object, within = ""): void {
	for (const { dimension, entry, path } of statementsOf(said)) {
		const entries = draft.get(dimension) ?? new Map<string, Source>();
		draft.set(dimension, entries);
		if (entry === "" || !entries.has(entry)) entries.set(entry, sourceAt(document, within + path));
	}
}

/** The sources of what is in the composed profile; what was replaced or taken away on the way is forgotten. */
export function finishOrigins(draft: OriginsDraft, profile: object): Origins {
	const origins: Record<string, Record<string, Source>> = Object.create(null);
	for (const { dimension, entry } of statementsOf(profile)) {
		const source = draft.get(dimension)?.get(entry);
		if (!source) continue;
		const entries: Record<string, Source> = origins[dimension] ?? Object.create(null);
		entries[entry] = source;
		origins[dimension] = entries;
	}
	return origins;
}
