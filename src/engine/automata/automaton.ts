import { assertNever } from "../language/index.ts";
import type { CharacterClass, Expression } from "./expression.ts";

/** One way onward: on any character of the class, to the state. */
interface Step {
	readonly class: CharacterClass;
	readonly to: number;
}

/** A nondeterministic automaton: states are numbers, 0 is the start. */
export interface Automaton {
	readonly steps: readonly (readonly Step[])[];
	/** Ways onward that use up no character. */
	readonly jumps: readonly (readonly number[])[];
	readonly accepting: number;
}

/** The automaton that accepts exactly the texts of an expression. */
export function toAutomaton(expression: Expression): Automaton {
	const draft: Draft = { steps: [[]], jumps: [[]] };
	const accepting = append(draft, expression, 0);
	return { ...draft, accepting };
}

interface Draft {
	readonly steps: Step[][];
	readonly jumps: number[][];
}

/** Adds the expression behind a state and returns the state where it ends. */
function append(draft: Draft, expression: Expression, from: number): number {
	switch (expression.kind) {
		case "characters": {
			const to = addState(draft);
			draft.steps[from]?.push({ class: expression.class, to });
			return to;
		}
		case "sequence":
			return expression.parts.reduce((state, part) => append(draft, part, state), from);
		case "choice": {
			const end = addState(draft);
			for (const part of expression.parts) {
				// A fresh start per branch: a loop inside one branch must not lead back into another.
				const start = addState(draft);
				draft.jumps[from]?.push(start);
				draft.jumps[append(draft, part, start)]?.push(end);
			}
			return end;
		}
		case "repeat": {
			const hub = addState(draft);
			draft.jumps[from]?.push(hub);
			draft.jumps[append(draft, expression.part, hub)]?.push(hub);
			const end = addState(draft);
			draft.jumps[hub]?.push(end);
			return end;
		}
		default:
			return assertNever(expression);
	}
}

function addState(draft: Draft): number {
	draft.steps.push([]);
	draft.jumps.push([]);
	return draft.steps.length - 1;
}

/** How much work may still be done, in elementary steps. */
export interface Allowance {
	/** Takes some of it; `false` when it is used up. */
	readonly spend: (steps: number) => boolean;
}

/** What one question may take (an entry against a list): a hundredth of a second, and several times what real lists need. */
const QUESTION_STEPS = 200_000;

/** What all questions about one list may take together. */
const LIST_STEPS = 20 * QUESTION_STEPS;

/**
 * The allowance of one question, which is taken from that of its list as well.
 *
 * INVARIANT: what was asked about other lists never matters, so that two lists compare alike when a wish is checked, cut down
 * and checked again (ADR 30).
 */
export function allowance(steps: number = QUESTION_STEPS, list?: Allowance): Allowance {
	let left = steps;
	return {
		spend: (taken) => {
			left -= taken;
			return list?.spend(taken) !== false && left >= 0;
		},
	};
}

/** The allowance of all questions about one list. */
export function listAllowance(): Allowance {
	return allowance(LIST_STEPS);
}
