import { parseAgentId, type TargetSet, type Targets, type TargetTerms } from "../language/index.ts";
import { canonicalEntries } from "./list-terms.ts";
import { type Notes, noteError } from "./notes.ts";

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
 * What a parent's restriction means for its children: its words for relatives are read from the child, who may reach its own parent and
 * children anyway wherever `within` is judged, and so they hold nobody else.
 */
export function targetsForChild(terms: TargetTerms): TargetTerms {
	if (terms.targets.length === 0) return terms;
	const own = terms.targets.map((set) => (typeof set === "string" ? [] : set));
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
	const besides = [...others, ...wish.within].map((list) => new Set(list));
	const within = held.within.map((list) => new Set(list));
	const asked = first.filter((id) => besides.every((list) => list.has(id)));
	return asked.filter((id) => !family.includes(id) && within.some((list) => !list.has(id)));
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
	const all = distinct(sets).map((set) => ({ set, ids: new Set(typeof set === "string" ? [] : set) }));
	return all.filter((one) => !all.some((other) => other !== one && holdsSet(one, other.set))).map(({ set }) => set);
}

function smallestLists(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
	const all = distinct(lists).map((list) => ({ list, ids: new Set(list) }));
	return all.filter((one) => !all.some((other) => other !== one && other.list.every((id) => one.ids.has(id)))).map(({ list }) => list);
}

function holdsSet(outer: { readonly set: TargetSet; readonly ids: ReadonlySet<string> }, inner: TargetSet): boolean {
	if (typeof inner !== "string") return typeof outer.set === "string" ? inner.length === 0 : inner.every((id) => outer.ids.has(id));
	return outer.set === "family" && inner !== "family";
}

function distinct<Value extends TargetSet>(values: readonly Value[]): readonly Value[] {
	const byText = new Map(values.map((value) => [JSON.stringify(value), value]));
	return [...byText].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
}

/** Edges decide: no restriction of its own, but an edge is needed. */
export const EDGES_DECIDE: TargetTerms = { targets: [], within: [], edge_required: true };

/** Sealed form of who may be reached. In a list every word is an id, also `parent`. */
export function targetTerms(notes: Notes, dimension: string, targets: Targets): TargetTerms {
	if (targets === null) return EDGES_DECIDE;
	if (typeof targets === "string") return { targets: [targets], within: [], edge_required: false };
	const ids = canonicalEntries(targets, (entry, index) => {
		const parsed = parseAgentId(entry);
		if (parsed.ok) return parsed.id;
		noteError(
			notes,
			{ dimension, entry, index },
			"bad-value",
			parsed.why,
			"name agents by their ids; parent, children and family stand alone, not in a list",
		);
		return undefined;
	});
	return { targets: [ids], within: [], edge_required: false };
}
