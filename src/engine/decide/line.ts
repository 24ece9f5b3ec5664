import { boundOn, samePlaces } from "../match/index.ts";
import { canLead, pathEntriesOf, relocateEntries } from "../seal/index.ts";
import type { AgentId, Facts, Places, Terms, Writ } from "../vocabulary/index.ts";

/** One of the writs that bind an agent, as it is judged for that agent. */
export interface Link {
	/** Whose terms they are. */
	readonly agent: AgentId;
	/** The agent itself, at its own places, under these terms. */
	readonly writ: Writ;
	/** An earlier link says the same; only its counters are its own. */
	readonly repeats: boolean;
}

/** The links that entries lead through, by entry (see `Places`). */
type Relocated = Places["relocated"];

/** A line that was worked out, while the same writs stand in it and their entries lead to the same places. */
interface Kept {
	readonly lineage: readonly Writ[];
	/** Entries of the ancestors that may lead through a link at the agent's places. */
	readonly leading: readonly string[];
	readonly relocated: Relocated;
	readonly line: readonly Link[];
}

const kept = new WeakMap<Writ, Kept>();

/**
 * Every writ that binds an agent, its own first and then those of its ancestors up to the root, each to be judged by itself for the agent:
 * at the agent's places, with its relatives.
 */
export function lineOf(writ: Writ, { lineage = [], resolve }: Pick<Facts, "lineage" | "resolve">): readonly Link[] {
	const known = kept.get(writ);
	const isKnown = known !== undefined && isSame(known.lineage, lineage);
	const bounds = isKnown ? [] : lineage.map((ancestor) => boundsBy(ancestor, writ));
	const leading = isKnown ? known.leading : leadingEntries(bounds, writ);
	const relocated = resolve === undefined || leading.length === 0 ? NOTHING : relocateEntries(leading, writ.places, resolve);
	if (isKnown && isSameRecord(known.relocated, relocated)) return known.line;
	const line = makeLine(writ, isKnown ? lineage.map((ancestor) => boundsBy(ancestor, writ)) : bounds, relocated);
	kept.set(writ, { lineage: [...lineage], leading, relocated, line });
	return line;
}

const NOTHING: Relocated = Object.freeze({});

/** Whether nothing but its own terms binds an agent. */
export function standsAlone({ bounds }: Writ, { lineage }: Facts): boolean {
	return bounds === undefined && (lineage === undefined || lineage.length === 0);
}

function isSame(left: readonly Writ[], right: readonly Writ[]): boolean {
	return left.length === right.length && left.every((writ, at) => writ === right[at]);
}

/** An ancestor with everything that it holds or is bound by, as that bounds the agent. */
interface Bounds {
	readonly ancestor: Writ;
	readonly terms: readonly { readonly agent: AgentId; readonly terms: Terms }[];
}

function boundsBy(ancestor: Writ, writ: Writ): Bounds {
	// Equal terms are one object, so that they are compiled and judged once.
	const own = ancestor.digest === writ.digest ? writ.terms : ancestor.terms;
	const all = [{ agent: ancestor.agent, terms: own }, ...(ancestor.bounds ?? [])];
	return { ancestor, terms: all.map(({ agent, terms }) => ({ agent, terms: boundOn({ ...ancestor, terms }, writ) })) };
}

/** Where both have the same places, what was found when the ancestor's writ was sealed holds on. */
function leadingEntries(bounds: readonly Bounds[], { places }: Writ): readonly string[] {
	const elsewhere = bounds.filter(({ ancestor }) => !samePlaces(ancestor.places, places));
	return [...new Set(elsewhere.flatMap(({ terms }) => terms.flatMap((one) => pathEntriesOf(one.terms))))].filter(canLead);
}

function makeLine(writ: Writ, bounds: readonly Bounds[], relocated: Relocated): readonly Link[] {
	const line: Link[] = [];
	const add = (agent: AgentId, judged: Writ): void => {
		const repeats = line.some((one) => one.writ.places === judged.places && one.writ.terms === judged.terms);
		line.push({ agent, writ: judged, repeats });
	};
	add(writ.agent, writ);
	for (const { agent, terms } of writ.bounds ?? []) add(agent, { ...writ, terms });
	for (const { ancestor, terms: all } of bounds) {
		const { digest, profile, origins } = ancestor;
		const places = placesUnder(writ.places, ancestor.places, relocated);
		// Reasons name where the ancestor's rules were written.
		for (const { agent, terms } of all) add(agent, { ...writ, digest, profile, origins, terms, places });
	}
	return line;
}

/** The agent's places with the links that an ancestor's entries lead through: such an entry grants, and forbids, what is really there. */
function placesUnder(own: Places, above: Places, found: Relocated): Places {
	const relocated = samePlaces(own, above) ? above.relocated : found;
	return isSameRecord(relocated, own.relocated) ? own : { ...own, relocated };
}

function isSameRecord(one: Relocated, other: Relocated): boolean {
	const keys = Object.keys(one);
	return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && one[key] === other[key]);
}
