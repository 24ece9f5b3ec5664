import { BUILT_IN_BLOCKED_PATHS, BUILT_IN_PROTECTED_PATHS, canonicalOrigins, deepFreeze } from "../match/index.ts";
import type { Composition, Origins, Source, Terms } from "../vocabulary/index.ts";

/**
 * Where each entry of the sealed terms was written: in the profile's definitions, in the ceiling, or in writ itself.
 * A plain value that the ceiling changed is the ceiling's.
 */
export function sealOrigins(composition: Composition, before: Terms, after: Terms): Origins {
	const { profile, origins, ceiling, ceilingOrigins } = composition;
	const sealed: Record<string, Record<string, Source>> = Object.create(null);
	const add = (dimension: string, entry: string, source: Source): void => {
		const entries: Record<string, Source> = sealed[dimension] ?? Object.create(null);
		sealed[dimension] = entries;
		if (!Object.hasOwn(entries, entry)) entries[entry] = source;
	};
	const above = [...entriesOf(ceilingOrigins ? canonicalOrigins(ceilingOrigins, ceiling?.tools?.declare) : {})];
	// What is noted first stays: the values that the ceiling changed, the profile's own entries, then what the ceiling forbids besides.
	for (const [dimension, entry, source] of above) {
		if (entry === "" && valueAt(before, dimension) !== valueAt(after, dimension)) add(dimension, entry, source);
	}
	for (const [dimension, entry, source] of entriesOf(canonicalOrigins(origins, profile.tools?.declare))) add(dimension, entry, source);
	for (const [dimension, entry, source] of above) if (entry !== "" && FORBIDS.test(dimension)) add(dimension, entry, source);
	for (const entry of BUILT_IN_PROTECTED_PATHS) add("filesystem.protected_paths", entry, BUILT_IN);
	if (!profile.filesystem?.blocked_paths) for (const entry of BUILT_IN_BLOCKED_PATHS) add("filesystem.blocked_paths", entry, BUILT_IN);
	return deepFreeze(sealed);
}

/** Lists of which the ceiling's entries become part of the terms. */
const FORBIDS = /(?:^|\.)(?:disallowed|ask|deny|blocked_paths|protected_paths)$/;

const BUILT_IN: Source = { layer: "built-in", definition: "built-in paths" };

function* entriesOf(origins: Origins): Iterable<readonly [dimension: string, entry: string, source: Source]> {
	for (const [dimension, entries] of Object.entries(origins)) {
		for (const [entry, source] of Object.entries(entries)) yield [dimension, entry, source];
	}
}

/** `resources.max_turns` of the terms; what is no plain value has none. */
function valueAt(terms: Terms, dimension: string): unknown {
	return dimension
		.split(".")
		.reduce<unknown>((value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined), terms);
}
