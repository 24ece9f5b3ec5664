import type { AllOf, AnyOf, Places } from "../../vocabulary/index.ts";
import { type Allowance, type Containment, listAllowance } from "../automaton/index.ts";
import { comparePattern } from "./compare-pattern.ts";
import { holdPatterns } from "./held-patterns.ts";
import { once } from "./once.ts";
import type { PathUse } from "./path-use.ts";
import { type PathPattern, patternsAt, patternsByName } from "./place-patterns.ts";

/** Where the places of both agents are, when absolute entries are compared with named ones. */
export interface PathScope {
	readonly parentPlaces?: Places;
	readonly childPlaces?: Places;
}

/** What must hold an entry. */
export interface PathQuestion {
	/** The entries that must hold what is asked for. */
	readonly parent: AnyOf;
	readonly parentUse?: PathUse;
	/** The other lists of the child: only what they grant as well is asked for. */
	readonly besides?: AllOf;
	readonly scope?: PathScope;
}

/**
 * Prepares the comparison of entries with one list: whether everything that an entry of a child grants lies in the parent's
 * entries. Named places compare by name (each agent has its own); where they don't hold it, the places on the disk are compared.
 *
 * INVARIANT: the answers hang on the question and the entries asked about alone, never on other lists (ADR 30).
 */
export function comparePaths(question: PathQuestion, list: Allowance = listAllowance()): (entry: string) => Containment {
	const { parent, parentUse = "grant", besides = [], scope } = question;
	const texts = new Set(parent);
	const byName = once(() =>
		compareWith(
			patternsByName(parent, parentUse),
			besides.map((set) => patternsByName(set, "grant")),
			list,
		),
	);
	const byPlace = once((parentPlaces: Places, childPlaces: Places) =>
		compareWith(
			patternsAt(parent, parentPlaces, "real", parentUse),
			besides.map((set) => patternsAt(set, childPlaces, "real", "grant")),
			list,
		),
	);
	return (entry) => {
		if (texts.has(entry)) return CONTAINED;
		const named = byName()(patternsByName([entry], "grant"));
		if (named.contained === true || scope?.parentPlaces === undefined || scope.childPlaces === undefined) return named;
		const asked = patternsAt([entry], scope.childPlaces, "real", "grant");
		// A place that is nowhere now may be somewhere later: it is compared by its name alone.
		if (asked.length === 0) return named;
		const placed = byPlace(scope.parentPlaces, scope.childPlaces)(asked);
		return placed.contained === true ? placed : named;
	};
}

/** Whether everything that one entry of a child grants lies in the parent's entries. */
export function containsPathEntry(entry: string, question: PathQuestion): Containment {
	return comparePaths(question)(entry);
}

/** Whether every entry of the inner list lies in the outer list; undecided counts as no. */
export function containsPaths(outer: AnyOf, inner: AnyOf, scope?: PathScope): boolean {
	const compare = comparePaths({ parent: outer, ...(scope === undefined ? {} : { scope }) });
	return inner.every((entry) => compare(entry).contained === true);
}

const CONTAINED: Containment = { contained: true };

function compareWith(
	held: readonly PathPattern[],
	besides: readonly (readonly PathPattern[])[],
	list: Allowance,
): (asked: readonly PathPattern[]) => Containment {
	const outer = { held: holdPatterns(held), list };
	const others = besides.map(holdPatterns);
	return (asked) => {
		for (const pattern of asked) {
			// The lists alone come first: that is how they were compared when they were met.
			const alone = comparePattern(pattern, outer);
			const found = alone.contained === true || others.length === 0 ? alone : comparePattern(pattern, outer, others);
			if (found.contained !== true) return found;
		}
		return CONTAINED;
	};
}
