import type { AllOf, AnyOf, Limit } from "../language/index.ts";

/** The lower limit; `null` is no limit. */
export function lower(one: Limit, other: Limit): Limit {
	if (one === null) return other;
	return other === null ? one : Math.min(one, other);
}

/** Of two values of an ordered scale, the one that stands first. */
export function first<Value>(scale: readonly Value[], one: Value, other: Value): Value {
	return scale.indexOf(one) <= scale.indexOf(other) ? one : other;
}

/** Two records as one: what both hold is combined, keys sorted. */
export function combine<Value>(
	one: Readonly<Record<string, Value>>,
	other: Readonly<Record<string, Value>>,
	both: (left: Value, right: Value) => Value,
): Readonly<Record<string, Value>> {
	// SECURITY: the keys are names of tools that agents send; without a prototype `constructor` finds nothing.
	const combined: Record<string, Value> = Object.create(null);
	for (const key of unite(Object.keys(one), Object.keys(other))) {
		const left = Object.hasOwn(one, key) ? one[key] : undefined;
		const right = Object.hasOwn(other, key) ? other[key] : undefined;
		const known = left ?? right;
		// What only one side says is combined with itself, so that it ends up in the same form.
		if (known !== undefined) combined[key] = both(left ?? known, right ?? known);
	}
	return combined;
}

/** The record with every value replaced. */
export function mapRecord<From, To>(
	record: Readonly<Record<string, From>>,
	change: (value: From, key: string) => To,
): Readonly<Record<string, To>> {
	const mapped: Record<string, To> = Object.create(null);
	for (const [key, value] of Object.entries(record)) mapped[key] = change(value, key);
	return mapped;
}

/** Values as text, the same for equal values whatever the order of their keys. */
export function stableText(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(stableText).join(",")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
	const members = Object.entries(value).filter(([, member]) => member !== undefined);
	return `{${members
		.map(([key, member]) => `${JSON.stringify(key)}:${stableText(member)}`)
		.sort()
		.join(",")}}`;
}

/** Each value once, in the order of their texts. */
export function distinct<Value>(values: readonly Value[]): readonly Value[] {
	const byText = new Map(values.map((value) => [stableText(value), value]));
	return [...byText].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
}

/**
 * Both conjunctions must hold: the sets of either, without a set that holds all of another.
 *
 * INVARIANT: a set is left out only for one that stays and is proven to lie in it. What could not be compared stays beside the
 * other, so that the result is never wider than both, and a check of it asks what was proven here (ADR 30).
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
