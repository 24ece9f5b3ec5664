export { type Allowance, allowance, listAllowance } from "./allowance.ts";
export { type CharacterClass, type CharacterRange, characterClass, complementClass, everythingBut } from "./character-class.ts";
export { choice, type Expression, exactText, oneOf, optional, repeat, sequence } from "./expression.ts";
export { findWitness, type Witness } from "./find-witness.ts";
export { type Containment, isContained, isEmpty } from "./is-contained.ts";
export { type Automaton, toAutomaton } from "./to-automaton.ts";
