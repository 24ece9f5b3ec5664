import { BUILT_IN_BLOCKED_PATHS, BUILT_IN_PROTECTED_PATHS } from "../match/index.ts";
import type { Reason, Source, Writ } from "../vocabulary/index.ts";

/** Where an entry of a dimension was written, as far as the writ remembers. */
export function findSource(writ: Writ, dimension: string, entry: string): Source | undefined {
	const entries = Object.hasOwn(writ.origins, dimension) ? writ.origins[dimension] : undefined;
	if (entries !== undefined && Object.hasOwn(entries, entry)) return entries[entry];
	return BUILT_IN[dimension]?.has(entry) === true ? BUILT_IN_LAYER : undefined;
}

/** Where the rule or entry that a reason names was written, in whatever list it stands. */
export function sourceOfReason(writ: Writ, reason: Reason): Source | undefined {
	const { source, rule } = reason;
	if (source !== undefined || rule === undefined) return source;
	const places = [...LISTS.map((dimension) => findSource(writ, dimension, rule)), findSource(writ, rule, "")];
	return places.find((place) => place !== undefined);
}

const LISTS = ["tools.disallowed", "tools.allowed", "tools.ask", "filesystem.blocked_paths", "filesystem.protected_paths", "network.deny"];

const BUILT_IN_LAYER: Source = Object.freeze({ layer: "built-in" });

const BUILT_IN: Readonly<Record<string, ReadonlySet<string>>> = {
	"filesystem.blocked_paths": new Set(BUILT_IN_BLOCKED_PATHS),
	"filesystem.protected_paths": new Set(BUILT_IN_PROTECTED_PATHS),
};
