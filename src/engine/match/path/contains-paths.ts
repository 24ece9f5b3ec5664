import type { AllOf, AnyOf, Places } from "../../vocabulary/index.ts";
import { type Automaton, type Containment, isContained } from "../automaton/index.ts";
import type { PathUse } from "./path-use.ts";
import { type PathPattern, patternsAt, patternsByName } from "./place-patterns.ts";
import { type Residual, residualsAt } from "./residual.ts";
import { ANY_PATH_BELOW, residualAutomaton } from "./residual-automaton.ts";

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
 * Whether everything that one entry of a child grants lies in the parent's entries. Named places compare by name
 * (each agent has its own); where they don't hold it, the places on the disk are compared.
 */
export function containsPathEntry(entry: string, question: PathQuestion): Containment {
	const { parent, parentUse = "grant", besides = [], scope } = question;
	if (parent.includes(entry)) return { contained: true };
	const byName = compare(
		patternsByName([entry], "grant"),
		patternsByName(parent, parentUse),
		besides.map((set) => patternsByName(set, "grant")),
	);
	if (byName.contained === true || scope?.parentPlaces === undefined || scope.childPlaces === undefined) return byName;
	const { childPlaces, parentPlaces } = scope;
	const asked = patternsAt([entry], childPlaces, "real", "grant");
	// A place that is nowhere now may be somewhere later: it is compared by its name alone.
	if (asked.length === 0) return byName;
	const byPlace = compare(
		asked,
		patternsAt(parent, parentPlaces, "real", parentUse),
		besides.map((set) => patternsAt(set, childPlaces, "real", "grant")),
	);
	return byPlace.contained === true ? byPlace : byName;
}

/** Whether every entry of the inner list lies in the outer list; undecided counts as no. */
export function containsPaths(outer: AnyOf, inner: AnyOf, scope?: PathScope): boolean {
	return inner.every((entry) => containsPathEntry(entry, { parent: outer, ...(scope === undefined ? {} : { scope }) }).contained === true);
}

function compare(asked: readonly PathPattern[], held: readonly PathPattern[], besides: readonly (readonly PathPattern[])[]): Containment {
	for (const pattern of asked) {
		const found = comparePattern(pattern, held, besides);
		if (found.contained !== true) return found;
	}
	return { contained: true };
}

/** Below the static part of the pattern hardly anything is left to compare. */
function comparePattern(
	{ prefix, components, tree }: PathPattern,
	held: readonly PathPattern[],
	besides: readonly (readonly PathPattern[])[],
): Containment {
	const heldHere = residualsAt(held, prefix);
	const asked: Residual = { components, tree };
	if (heldHere.some((residual) => isEverything(residual) || isSame(residual, asked))) return { contained: true };
	const narrowing = besides.map((set) => residualsAt(set, prefix)).filter((residuals) => !residuals.some(isEverything));
	if (narrowing.some((residuals) => residuals.length === 0)) return { contained: true };
	if (narrowing.length === 0 && heldHere.length === 0 && isEverything(asked)) return { contained: false, example: prefix || "/" };
	const inner: readonly [Automaton, ...Automaton[]] = [ANY_PATH_BELOW, residualAutomaton([asked]), ...narrowing.map(residualAutomaton)];
	const found = isContained(inner, residualAutomaton(heldHere));
	return found.contained === false ? { contained: false, example: prefix + found.example || "/" } : found;
}

function isSame(one: Residual, other: Residual): boolean {
	return (
		one.tree === other.tree &&
		one.components.length === other.components.length &&
		JSON.stringify(one.components) === JSON.stringify(other.components)
	);
}

function isEverything({ components, tree }: Residual): boolean {
	return tree && components.length === 0;
}
