import type { Allowance } from "./allowance.ts";
import { findWitness } from "./find-witness.ts";
import type { Automaton } from "./to-automaton.ts";

/** Whether a set of texts lies inside another; "unknown" when the allowance was used up. */
export type Containment =
	| { readonly contained: true }
	| { readonly contained: false; readonly example: string }
	| { readonly contained: "unknown" };

/** Whether everything that all automata of `inner` accept is accepted by `outer`, and if not, a shortest example. */
export function isContained(inner: readonly [Automaton, ...Automaton[]], outer: Automaton, bound?: Allowance): Containment {
	const witness = findWitness({ all: inner, none: outer }, bound);
	if (witness.found === "text") return { contained: false, example: witness.text };
	return { contained: witness.found === "nothing" ? true : "unknown" };
}

/** Whether no text is accepted by all automata at once. */
export function isEmpty(automata: readonly [Automaton, ...Automaton[]], bound?: Allowance): boolean | "unknown" {
	const witness = findWitness({ all: automata }, bound);
	return witness.found === "unknown" ? "unknown" : witness.found === "nothing";
}
