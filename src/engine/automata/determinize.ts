import type { Allowance, Automaton } from "./automaton.ts";
import type { CharacterClass } from "./expression.ts";

/** A deterministic reading of an automaton; its states are made when they are first reached. */
export interface Deterministic {
	readonly start: number;
	readonly next: (state: number, symbol: number) => number;
	readonly accepts: (state: number) => boolean;
	/** Nothing can be accepted from here. */
	readonly dead: (state: number) => boolean;
}

const DEAD = 0;

/** A set of states of the automaton, one bit for each. */
type States = Uint32Array;

/**
 * Follows all ways of an automaton at once. Its cost is taken from the allowance; a walk over the states stops when
 * it is used up, because what is answered from then on is not complete.
 */
export function determinize(automaton: Automaton, alphabet: Alphabet, { spend }: Allowance): Deterministic {
	const words = Math.ceil(automaton.steps.length / 32);
	const perUnion = 1 + words / WORDS_PER_STEP;
	const closures = closuresOf(automaton, words);
	const moves = automaton.steps.map((steps) => steps.map((step) => ({ class: alphabet.classOf(step.class), to: closures(step.to) })));
	const symbols = alphabet.examples.length;
	const classes = alphabet.symbolsOf.length;
	const sets: States[] = [];
	const rows: (Int32Array | undefined)[] = [];
	const numbers = new Map<string, number>();

	const intern = (states: States): number => {
		const key = keyOfStates(states);
		const known = numbers.get(key);
		if (known !== undefined) return known;
		const number = sets.push(states) - 1;
		numbers.set(key, number);
		return number;
	};

	const rowOf = (state: number): Int32Array => {
		const row = new Int32Array(symbols);
		// Many states go on with the same few classes: first all of a class, then each symbol of it.
		const byClass: (States | undefined)[] = new Array(classes);
		for (const from of members(sets[state])) {
			for (const move of moves[from] ?? []) {
				if (!spend(perUnion)) return row;
				const targets = byClass[move.class] ?? new Uint32Array(words);
				byClass[move.class] = targets;
				add(targets, 0, move.to);
			}
		}
		const reached = new Uint32Array(symbols * words);
		for (const [index, targets] of byClass.entries()) {
			if (targets === undefined) continue;
			const on = alphabet.symbolsOf[index] ?? [];
			if (!spend(on.length * perUnion)) return row;
			for (const symbol of on) add(reached, symbol * words, targets);
		}
		if (!spend(symbols * perUnion)) return row;
		for (let symbol = 0; symbol < symbols; symbol++) row[symbol] = intern(reached.slice(symbol * words, (symbol + 1) * words));
		return row;
	};

	intern(new Uint32Array(words));
	return {
		start: intern(closures(0)),
		next: (state, symbol) => {
			rows[state] ??= rowOf(state);
			return rows[state]?.[symbol] ?? DEAD;
		},
		accepts: (state) => has(sets[state], automaton.accepting),
		dead: (state) => state === DEAD,
	};
}

/** How many words of two sets are united in about the time of a step. */
const WORDS_PER_STEP = 8;

/** For a state, those reached without using up a character that lead on or accept. */
function closuresOf({ steps, jumps, accepting }: Automaton, words: number): (state: number) => States {
	const known: (States | undefined)[] = [];
	return (start) => {
		const found = known[start];
		if (found !== undefined) return found;
		const closure = new Uint32Array(words);
		const reached = new Set([start]);
		// A Set may grow while it is walked: what is added is visited too.
		for (const state of reached) {
			for (const target of jumps[state] ?? []) reached.add(target);
			if (state === accepting || (steps[state]?.length ?? 0) > 0) closure[state >> 5] = (closure[state >> 5] ?? 0) | (1 << (state & 31));
		}
		known[start] = closure;
		return closure;
	};
}

function add(into: Uint32Array, at: number, states: States): void {
	for (let word = 0; word < states.length; word++) into[at + word] = (into[at + word] ?? 0) | (states[word] ?? 0);
}

function has(states: States | undefined, state: number): boolean {
	return (((states?.[state >> 5] ?? 0) >>> (state & 31)) & 1) === 1;
}

function* members(states: States = new Uint32Array()): Generator<number> {
	for (let word = 0; word < states.length; word++) {
		for (let bits = states[word] ?? 0; bits !== 0; bits &= bits - 1) yield word * 32 + 31 - Math.clz32(bits & -bits);
	}
}

/** Equal sets have equal keys. */
function keyOfStates(states: States): string {
	let key = "";
	for (const word of states) key += String.fromCharCode(word & 0xffff, word >>> 16);
	return key;
}

/** Characters that all automata of a question treat alike, as numbered symbols. */
interface Alphabet {
	/** One character per symbol, chosen to read well in an example. */
	readonly examples: readonly string[];
	/** The number of a class that one of the automata uses. */
	readonly classOf: (characters: CharacterClass) => number;
	/** The symbols of each class, by its number. */
	readonly symbolsOf: readonly (readonly number[])[];
}

/** Cuts the characters into the fewest groups that the automata can tell apart; `undefined` when that is more than may be spent. */
export function sharedAlphabet(automata: readonly Automaton[], { spend }: Allowance): Alphabet | undefined {
	if (!spend(automata.reduce((sum, { steps }) => sum + steps.length, 0))) return undefined;
	const keys = new Map<CharacterClass, string>();
	const classes = distinctClasses(automata, keys);
	const starts = new Set<number>();
	for (const characters of classes.values()) {
		for (const [first, last] of characters) starts.add(first).add(last + 1);
	}
	const points = [...starts].sort((one, other) => one - other);
	if (!spend(points.length * classes.size * PER_LOOK)) return undefined;
	const groups = new Map<string, { readonly symbol: number; readonly intervals: [number, number][] }>();
	const symbols = new Map<string, number[]>([...classes.keys()].map((key) => [key, []]));
	const classNumbers = new Map([...classes.keys()].map((key, index) => [key, index]));
	const entries = [...classes];
	points.forEach((first, index) => {
		const last = (points[index + 1] ?? first + 1) - 1;
		const members = entries.flatMap(([key, characters]) => (includes(characters, first) ? [key] : []));
		if (members.length === 0) return;
		const signature = members.join("|");
		const known = groups.get(signature);
		if (known !== undefined) {
			known.intervals.push([first, last]);
			return;
		}
		const symbol = groups.size;
		groups.set(signature, { symbol, intervals: [[first, last]] });
		for (const key of members) symbols.get(key)?.push(symbol);
	});
	return {
		examples: [...groups.values()].map(({ intervals }) => exampleOf(intervals)),
		classOf: (characters) => classNumbers.get(keys.get(characters) ?? "") ?? -1,
		symbolsOf: [...symbols.values()],
	};
}

/** How much of a step it takes to see whether a class holds a character. */
const PER_LOOK = 0.25;

/** Equal classes once; `keys` learns the text of each class that a step holds. */
function distinctClasses(automata: readonly Automaton[], keys: Map<CharacterClass, string>): ReadonlyMap<string, CharacterClass> {
	const classes = new Map<string, CharacterClass>();
	for (const automaton of automata) {
		for (const steps of automaton.steps) {
			for (const step of steps) {
				if (keys.has(step.class)) continue;
				const key = keyOfClass(step.class);
				keys.set(step.class, key);
				classes.set(key, step.class);
			}
		}
	}
	return classes;
}

function keyOfClass(characters: CharacterClass): string {
	return characters.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(",");
}

function includes(characters: CharacterClass, point: number): boolean {
	return characters.some(([first, last]) => first <= point && point <= last);
}

const PLEASANT = Array.from(
	"xyzabcdefghijklmnopqrstuvwXYZABCDEFGHIJKLMNOPQRSTUVW0123456789_-.",
	(character) => character.codePointAt(0) ?? 0,
);

function exampleOf(intervals: CharacterClass): string {
	const pleasant = PLEASANT.find((point) => includes(intervals, point));
	return String.fromCodePoint(pleasant ?? intervals[0]?.[0] ?? 0);
}
