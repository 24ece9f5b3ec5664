import type { AllOf, AnyOf, Places } from "../../vocabulary/index.ts";
import { type Automaton, choice, toAutomaton } from "../automaton/index.ts";
import { ANY_PATH, patternExpression } from "./glob-expression.ts";
import type { PathUse } from "./path-use.ts";
import { patternsAt, patternsByName } from "./place-patterns.ts";

/** The paths of a list of entries; without places every place stands for itself. */
export function pathAutomaton(entries: AnyOf, use: PathUse, places?: Places): Automaton {
	const patterns = places === undefined ? patternsByName(entries, use) : patternsAt(entries, places, "real", use);
	return toAutomaton(choice(patterns.map(patternExpression)));
}

/** The paths that every list grants. */
export function pathAutomata(sets: AllOf, places?: Places): readonly [Automaton, ...Automaton[]] {
	return [PATHS, ...sets.map((entries) => pathAutomaton(entries, "grant", places))];
}

const PATHS = toAutomaton(ANY_PATH);
