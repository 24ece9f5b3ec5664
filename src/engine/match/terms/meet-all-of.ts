import type { AllOf, AnyOf } from "../../vocabulary/index.ts";

/** Both conjunctions must hold: the sets of either, without a set that holds all of another. */
export function meetAllOf(one: AllOf, other: AllOf, contains: (outer: AnyOf, inner: AnyOf) => boolean): AllOf {
	const byText = new Map([...one, ...other].map((set) => [JSON.stringify(set), set]));
	const sets = [...byText].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, set]) => set);
	// Of sets that hold each other (written differently) the first stays, so that the order of meeting never shows.
	return sets.filter((set, index) => !sets.some((held, at) => at !== index && contains(set, held) && (at < index || !contains(held, set))));
}

/** What either list names, sorted. */
export function unite(one: AnyOf, other: AnyOf): AnyOf {
	return [...new Set([...one, ...other])].sort();
}

/** What both lists name, sorted. */
export function intersect(one: AnyOf, other: AnyOf): AnyOf {
	return [...new Set(one)].filter((entry) => other.includes(entry)).sort();
}
