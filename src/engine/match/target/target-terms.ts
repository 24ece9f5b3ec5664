import type { TargetSet, TargetTerms } from "../../vocabulary/index.ts";

/** Who an agent is related to. */
export interface Relations {
	readonly parent: string | null;
	readonly children: readonly string[];
}

/** No restriction at all. */
export const ANY_TARGET: TargetTerms = Object.freeze({ targets: [], within: [], edge_required: false });

/** Both must hold: every set of either, and an edge if either needs one. */
export function meetTargets(one: TargetTerms, other: TargetTerms): TargetTerms {
	return {
		targets: smallestSets([...one.targets, ...other.targets]),
		within: smallestLists([...one.within, ...other.within]),
		edge_required: one.edge_required || other.edge_required,
	};
}

/**
 * What a parent's restriction means for its children: its own relations become ids. A child may reach its own parent
 * and children besides, wherever `within` is judged.
 */
export function inheritedTargets(terms: TargetTerms, parent: Relations): TargetTerms {
	const own = terms.targets.map((set) => idsOf(set, parent));
	return { targets: [], within: smallestLists([...terms.within, ...own]), edge_required: terms.edge_required };
}

/**
 * The listed targets of a child that lie beyond what its parent can reach; `held` comes from `inheritedTargets`.
 * A child without a list asks for nobody by name: it simply gains what `held` says.
 */
export function targetsBeyond(held: TargetTerms, wish: TargetTerms, family: readonly string[]): readonly string[] {
	const lists = wish.targets.filter((set) => typeof set !== "string");
	const [first, ...others] = lists;
	if (first === undefined || wish.targets.length > lists.length) return [];
	const asked = first.filter((id) => [...others, ...wish.within].every((list) => list.includes(id)));
	return asked.filter((id) => !family.includes(id) && held.within.some((list) => !list.includes(id)));
}

/** The ids that a set names for an agent. */
export function idsOf(set: TargetSet, { parent, children }: Relations): readonly string[] {
	if (typeof set !== "string") return set;
	const parents = parent === null ? [] : [parent];
	const ids = set === "parent" ? parents : set === "children" ? children : [...parents, ...children];
	return [...new Set(ids)].sort();
}

/** Leaves out a set that holds all of another: it says nothing more. */
function smallestSets(sets: readonly TargetSet[]): readonly TargetSet[] {
	return distinct(sets).filter((set, _, all) => !all.some((other) => other !== set && holdsSet(set, other)));
}

function smallestLists(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
	return distinct(lists).filter((list, _, all) => !all.some((other) => other !== list && other.every((id) => list.includes(id))));
}

function holdsSet(outer: TargetSet, inner: TargetSet): boolean {
	if (typeof inner !== "string") return typeof outer === "string" ? inner.length === 0 : inner.every((id) => outer.includes(id));
	return outer === "family" && inner !== "family";
}

function distinct<Value extends TargetSet>(values: readonly Value[]): readonly Value[] {
	const byText = new Map(values.map((value) => [JSON.stringify(value), value]));
	return [...byText].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
}
