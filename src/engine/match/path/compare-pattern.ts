import { type Allowance, type Automaton, allowance, type Containment, isContained } from "../automaton/index.ts";
import { coversResidual } from "./covers-residual.ts";
import type { HeldPatterns } from "./held-patterns.ts";
import type { PathPattern } from "./place-patterns.ts";
import { isEverything, type Residual } from "./residual.ts";
import { ANY_PATH_BELOW, residualAutomaton, sizeOf } from "./residual-automaton.ts";
import { sampleResidual } from "./sample-residual.ts";

/**
 * Whether a list holds everything that a pattern matches and the other lists hold as well. What is plain is looked up; what
 * is left is searched with automata, as far as one question's allowance goes.
 */
export function comparePattern(asked: PathPattern, { held, list }: Outer, besides: readonly HeldPatterns[] = []): Containment {
	const { prefix } = asked;
	if (held.holdsTree(prefix)) return CONTAINED;
	const narrowing = besides.filter((set) => !set.holdsTree(prefix));
	// A long list takes long to search and hardly ever holds an entry in pieces; of a plain path the first samples are the shortest.
	if (held.size > FEW || asked.components.length === 0) {
		const outside = sampleOutside(asked, held, narrowing);
		if (outside !== undefined) return outside;
	}
	const above = held.above(prefix);
	if (above.some((residual) => coversResidual(residual, asked))) return CONTAINED;
	const found = search(asked, { above, held, narrowing }, allowance(undefined, list));
	return found.contained === "unknown" ? (sampleOutside(asked, held, narrowing) ?? found) : found;
}

/** The list that must hold a pattern, and what all questions about it may take. */
export interface Outer {
	readonly held: HeldPatterns;
	readonly list: Allowance;
}

const CONTAINED: Containment = { contained: true };
const UNKNOWN: Containment = { contained: "unknown" };

/** Up to how many entries a search comes first, because it gives the shortest example. */
const FEW = 40;

/** SECURITY: what a search may put side by side; thousands of globs take longer to build than to search. */
const MOST_RESIDUALS = 1_000;

interface Searched {
	/** What is left of the list's patterns that begin at the asked one or above it. */
	readonly above: readonly Residual[];
	readonly held: HeldPatterns;
	readonly narrowing: readonly HeldPatterns[];
}

/** Below the static part of the pattern hardly anything is left to compare. */
function search(asked: PathPattern, { above, held, narrowing }: Searched, bound: Allowance): Containment {
	const { prefix } = asked;
	const outer = residualsBelow(held, prefix, above, bound);
	const others: (readonly Residual[])[] = [];
	for (const set of narrowing) {
		const residuals = residualsBelow(set, prefix, set.above(prefix), bound);
		if (residuals === undefined) return UNKNOWN;
		if (residuals.length === 0) return CONTAINED;
		if (!residuals.some(isEverything)) others.push(residuals);
	}
	if (outer === undefined) return UNKNOWN;
	if (others.length === 0 && outer.length === 0 && isEverything(asked)) return { contained: false, example: prefix || "/" };
	const inner: readonly [Automaton, ...Automaton[]] = [ANY_PATH_BELOW, residualAutomaton([asked]), ...others.map(residualAutomaton)];
	const found = isContained(inner, residualAutomaton(outer), bound);
	return found.contained === false ? { contained: false, example: prefix + found.example || "/" } : found;
}

/** Everything that a list holds from a directory on; `undefined` when that is too much to search. */
function residualsBelow(
	set: HeldPatterns,
	prefix: string,
	above: readonly Residual[],
	{ spend }: Allowance,
): readonly Residual[] | undefined {
	const below = above.length > MOST_RESIDUALS ? undefined : set.below(prefix, MOST_RESIDUALS);
	if (below === undefined) return undefined;
	const residuals = [...above, ...below];
	return spend(sizeOf(residuals)) ? residuals : undefined;
}

/** A path that the pattern and the other lists match and the list does not. */
function sampleOutside(
	{ prefix, components, tree }: PathPattern,
	held: HeldPatterns,
	narrowing: readonly HeldPatterns[],
): Containment | undefined {
	const path = sampleResidual({ components, tree })
		.map((text) => prefix + text || "/")
		.find((sample) => narrowing.every((set) => set.matches(sample)) && !held.matches(sample));
	return path === undefined ? undefined : { contained: false, example: path };
}
