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

const DEAD = 0;

/** Follows all ways of an automaton at once. */
export function determinize(automaton: Automaton, alphabet: Alphabet): Deterministic {
	const closures = closuresOf(automaton);
	const moves = automaton.steps.map((steps) => steps.map((step) => ({ symbols: alphabet.symbolsOf(step.class), to: step.to })));
	const sets: (readonly number[])[] = [[]];
	const rows: (readonly number[] | undefined)[] = [];
	const numbers = new Map<string, number>();

	const intern = (targets: readonly number[]): number => {
		if (targets.length === 0) return DEAD;
		const [only = 0, ...others] = targets;
		const reached = others.length === 0 ? (closures[only] ?? []) : sorted(targets.flatMap((target) => closures[target] ?? []));
		const key = reached.join(",");
		const known = numbers.get(key);
		if (known !== undefined) return known;
		const number = sets.push(reached) - 1;
		numbers.set(key, number);
		return number;
	};

	const rowOf = (state: number): readonly number[] => {
		const targets: number[][] = alphabet.examples.map(() => []);
		for (const from of sets[state] ?? []) {
			for (const move of moves[from] ?? []) {
				for (const symbol of move.symbols) targets[symbol]?.push(move.to);
			}
		}
		return targets.map(intern);
	};

	return {
		start: intern([0]),
		next: (state, symbol) => {
			rows[state] ??= rowOf(state);
			return rows[state]?.[symbol] ?? DEAD;
		},
		accepts: (state) => sets[state]?.includes(automaton.accepting) ?? false,
		dead: (state) => state === DEAD,
		size: () => sets.length,
	};
}

/** For each state, the states reached without using up a character that lead on or accept. */
function closuresOf({ steps, jumps, accepting }: Automaton): readonly (readonly number[])[] {
	return jumps.map((_, start) => {
		const reached = new Set([start]);
		// A Set may grow while it is walked: what is added is visited too.
		for (const state of reached) {
			for (const target of jumps[state] ?? []) reached.add(target);
		}
		return sorted([...reached].filter((state) => state === accepting || (steps[state]?.length ?? 0) > 0));
	});
}

function sorted(states: readonly number[]): readonly number[] {
	return [...new Set(states)].sort((one, other) => one - other);
}
