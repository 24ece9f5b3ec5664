import { type Allowance, type Automaton, allowance } from "./automaton.ts";
import { type Deterministic, determinize, sharedAlphabet } from "./determinize.ts";

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

/** A shortest text with the wanted property, the certainty that there is none, or neither within the bound. */
type Witness = { readonly found: "text"; readonly text: string } | { readonly found: "nothing" } | { readonly found: "unknown" };

/**
 * Finds a shortest text that every automaton of `all` accepts and that of `none` does not.
 *
 * SECURITY: patterns come from definitions and from agents' wishes; the bound keeps a hostile one from occupying the
 * machine, and callers count "unknown" as an escalation (automaton.test.ts).
 */
export function findWitness(
	question: { readonly all: readonly [Automaton, ...Automaton[]]; readonly none?: Automaton },
	bound: Allowance = allowance(),
): Witness {
	const { all, none } = question;
	const alphabet = sharedAlphabet(none === undefined ? all : [...all, none], bound);
	if (alphabet === undefined) return UNKNOWN;
	const wanted = all.map((automaton) => determinize(automaton, alphabet, bound));
	const unwanted = none === undefined ? undefined : determinize(none, alphabet, bound);
	const machines = unwanted === undefined ? wanted : [...wanted, unwanted];

	const start = machines.map((machine) => machine.start);
	const visited = new Set([start.join(",")]);
	const queue: Visit[] = [{ states: start, previous: -1, symbol: -1 }];
	for (let at = 0; at < queue.length; at++) {
		const visit = queue[at];
		if (visit === undefined) break;
		const accepted = wanted.every((machine, index) => machine.accepts(visit.states[index] ?? -1));
		if (accepted && !unwanted?.accepts(visit.states[wanted.length] ?? -1))
			return { found: "text", text: spell(queue, at, alphabet.examples) };
		for (let symbol = 0; symbol < alphabet.examples.length; symbol++) {
			const states = together(machines, wanted.length, visit.states, symbol);
			// What a machine answers after the allowance was used up does not count.
			if (!bound.spend(PER_VISIT)) return UNKNOWN;
			if (states === undefined) continue;
			const key = states.join(",");
			if (visited.has(key)) continue;
			visited.add(key);
			queue.push({ states, previous: at, symbol });
		}
	}
	return { found: "nothing" };
}

/** How many steps it takes to move all machines by one symbol and to look up where they are then. */
const PER_VISIT = 8;

/** Where the machines are after a symbol; `undefined` when one of the first `wanted` can accept nothing from there. */
function together(
	machines: readonly Deterministic[],
	wanted: number,
	from: readonly number[],
	symbol: number,
): readonly number[] | undefined {
	const states: number[] = [];
	for (let index = 0; index < machines.length; index++) {
		const machine = machines[index];
		const state = machine?.next(from[index] ?? -1, symbol) ?? -1;
		if (index < wanted && machine?.dead(state) !== false) return undefined;
		states.push(state);
	}
	return states;
}

const UNKNOWN: Witness = { found: "unknown" };

interface Visit {
	readonly states: readonly number[];
	readonly previous: number;
	readonly symbol: number;
}

/** The characters on the way to a visited state. */
function spell(queue: readonly Visit[], end: number, examples: readonly string[]): string {
	const characters: string[] = [];
	for (let visit = queue[end]; visit !== undefined && visit.previous >= 0; visit = queue[visit.previous]) {
		characters.push(examples[visit.symbol] ?? "");
	}
	return characters.reverse().join("");
}
