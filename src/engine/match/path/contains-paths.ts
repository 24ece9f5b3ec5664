import type { AllOf, AnyOf, Places } from "../../vocabulary/index.ts";
import { type Containment, isContained } from "../automaton/index.ts";
import { pathAutomata, pathAutomaton } from "./path-automaton.ts";
import type { PathUse } from "./path-use.ts";
import { patternsAt } from "./place-patterns.ts";
import { splitEntry } from "./split-entry.ts";

/** Where the places of both agents are, when absolute entries are compared with named ones. */
export interface PathScope {
	readonly parentPlaces?: Places;
	readonly childPlaces?: Places;
}

/** Which disks a path question is asked on. */
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
	if (parent.some((held) => held === entry || holdsTree(held, entry))) return { contained: true };
	const byName = isContained(pathAutomata([[entry], ...besides]), pathAutomaton(parent, parentUse));
	if (byName.contained === true || scope?.parentPlaces === undefined || scope.childPlaces === undefined) return byName;
	// A place that is nowhere now may be somewhere later: it is compared by its name alone.
	if (patternsAt([entry], scope.childPlaces, "real", "grant").length === 0) return byName;
	const byPlace = isContained(
		pathAutomata([[entry], ...besides], scope.childPlaces),
		pathAutomaton(parent, parentUse, scope.parentPlaces),
	);
	return byPlace.contained === true ? byPlace : byName;
}

/** Whether every entry of the inner list lies in the outer list; undecided counts as no. */
export function containsPaths(outer: AnyOf, inner: AnyOf, scope?: PathScope): boolean {
	return inner.every((entry) => containsPathEntry(entry, { parent: outer, ...(scope === undefined ? {} : { scope }) }).contained === true);
}

/** The common case without automata: the held entry is a tree by name, and the other begins with it at a component boundary. */
function holdsTree(held: string, entry: string): boolean {
	if (splitEntry(entry) === undefined) return false;
	// Wherever a named place is, it is on the disk.
	if (held === "/") return true;
	return !/[*?[\]{}]/.test(held) && splitEntry(held) !== undefined && entry.startsWith(`${held}/`);
}
