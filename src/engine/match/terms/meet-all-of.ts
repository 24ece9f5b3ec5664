import type { AllOf, AnyOf } from "../../vocabulary/index.ts";

/**
 * Both conjunctions must hold: the sets of either, without a set that holds all of another.
 *
 * INVARIANT: a set is left out only for one that stays and is proven to lie in it. What could not be compared stays beside the
 * other, so that the result is never wider than both, and whoever checks it asks what was proven here (ADR 30).
 */
export function meetAllOf(one: AllOf, other: AllOf, contains: (outer: AnyOf, inner: AnyOf) => boolean): AllOf {
	const byText = new Map([...one, ...other].map((set) => [JSON.stringify(set), set]));
	const sets = [...byText].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, set]) => set);
	if (sets.length < 2) return sets;
	const holds = remember(sets, contains);
	// Of sets that hold each other (written differently) the first stays, so that the order of meeting never shows.
	const indexes = [...sets.keys()];
	const kept = indexes.filter((index) => !indexes.some((at) => at !== index && holds(index, at) && (at < index || !holds(at, index))));
	for (const index of indexes) {
		if (!kept.includes(index) && !kept.some((at) => holds(index, at))) kept.push(index);
	}
	return sets.filter((_, index) => kept.includes(index));
}

/** Two sets are compared once, and only when it matters. */
function remember(sets: readonly AnyOf[], contains: (outer: AnyOf, inner: AnyOf) => boolean): (outer: number, inner: number) => boolean {
	const known = new Map<number, boolean>();
	return (outer, inner) => {
		const key = outer * sets.length + inner;
		const answer = known.get(key) ?? contains(sets[outer] ?? [], sets[inner] ?? []);
		known.set(key, answer);
		return answer;
	};
}

/** What either list names, sorted. */
export function unite(one: AnyOf, other: AnyOf): AnyOf {
	return [...new Set([...one, ...other])].sort();
}

/** What both lists name, sorted. */
export function intersect(one: AnyOf, other: AnyOf): AnyOf {
	const held = new Set(other);
	return [...new Set(one)].filter((entry) => held.has(entry)).sort();
}
