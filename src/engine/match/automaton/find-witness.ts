import { determinize } from "./determinize.ts";
import { sharedAlphabet } from "./shared-alphabet.ts";
import type { Automaton } from "./to-automaton.ts";

/** A shortest text with the wanted property, the certainty that there is none, or neither within the bound. */
export type Witness = { readonly found: "text"; readonly text: string } | { readonly found: "nothing" } | { readonly found: "unknown" };

/** How many states a search may visit before it gives up. */
export const STATE_LIMIT = 20_000;

/**
 * Finds a shortest text that every automaton of `all` accepts and that of `none` does not.
 *
 * SECURITY: patterns come from definitions and from agents' wishes; the bound keeps a hostile one from occupying the
 * machine, and callers count "unknown" as an escalation (find-witness.test.ts).
 */
export function findWitness(
	question: { readonly all: readonly [Automaton, ...Automaton[]]; readonly none?: Automaton },
	limit: number = STATE_LIMIT,
): Witness {
	const { all, none } = question;
	const alphabet = sharedAlphabet(none === undefined ? all : [...all, none]);
	const wanted = all.map((automaton) => determinize(automaton, alphabet));
	const unwanted = none === undefined ? undefined : determinize(none, alphabet);
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
			const states = machines.map((machine, index) => machine.next(visit.states[index] ?? -1, symbol));
			if (wanted.some((machine, index) => machine.dead(states[index] ?? -1))) continue;
			const key = states.join(",");
			if (visited.has(key)) continue;
			if (visited.size >= limit || machines.some((machine) => machine.size() > limit)) return { found: "unknown" };
			visited.add(key);
			queue.push({ states, previous: at, symbol });
		}
	}
	return { found: "nothing" };
}

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
