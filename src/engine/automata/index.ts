/** Finite automata: whether one pattern holds everything that another holds, with a bound on the work. */
export { type Allowance, type Automaton, allowance, listAllowance, toAutomaton } from "./automaton.ts";
export { type Containment, findWitness, isContained, isEmpty } from "./containment.ts";
export {
	type CharacterClass,
	type CharacterRange,
	characterClass,
	choice,
	complementClass,
	type Expression,
	everythingBut,
	exactText,
	oneOf,
	optional,
	repeat,
	sequence,
} from "./expression.ts";
