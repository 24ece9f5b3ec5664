import type { Alphabet } from "./shared-alphabet.ts";
import type { Automaton } from "./to-automaton.ts";

/** A deterministic reading of an automaton; its states are made when they are first reached. */
export interface Deterministic {
	readonly start: number;
	readonly next: (state: number, symbol: number) => number;
	readonly accepts: (state: number) => boolean;
	/** Nothing can be accepted from here. */
	readonly dead: (state: number) => boolean;
	/** How many states were made so far. */
	readonly size: () => number;
}

/** Follows all ways of an automaton at once. */
export function determinize(automaton: Automaton, alphabet: Alphabet): Deterministic {
	const moves = automaton.steps.map((steps) => steps.map((step) => ({ symbols: alphabet.symbolsOf(step.class), to: step.to })));
	const sets: (readonly number[])[] = [];
	const rows: (Int32Array | undefined)[] = [];
	const numbers = new Map<string, number>();

	const intern = (states: Iterable<number>): number => {
		const closed = closure(automaton, states);
		const key = closed.join(",");
		const known = numbers.get(key);
		if (known !== undefined) return known;
		const number = sets.push(closed) - 1;
		numbers.set(key, number);
		return number;
	};

	const rowOf = (state: number): Int32Array => {
		const known = rows[state];
		if (known !== undefined) return known;
		const targets = alphabet.examples.map(() => new Set<number>());
		for (const from of sets[state] ?? []) {
			for (const move of moves[from] ?? []) {
				for (const symbol of move.symbols) targets[symbol]?.add(move.to);
			}
		}
		const row = Int32Array.from(targets, intern);
		rows[state] = row;
		return row;
	};

	return {
		start: intern([0]),
		next: (state, symbol) => rowOf(state)[symbol] ?? intern([]),
		accepts: (state) => sets[state]?.includes(automaton.accepting) ?? false,
		dead: (state) => sets[state]?.length === 0,
		size: () => sets.length,
	};
}

/** The states reached without using up a character, sorted. */
function closure(automaton: Automaton, states: Iterable<number>): readonly number[] {
	const reached = new Set(states);
	// A Set may grow while it is walked: what is added is visited too.
	for (const state of reached) {
		for (const target of automaton.jumps[state] ?? []) reached.add(target);
	}
	return [...reached].sort((one, other) => one - other);
}
