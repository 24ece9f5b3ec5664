import type { Allowance } from "./allowance.ts";
import type { CharacterClass } from "./character-class.ts";
import type { Automaton } from "./to-automaton.ts";

/** Characters that all automata of a question treat alike, as numbered symbols. */
export interface Alphabet {
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
				const key = keyOf(step.class);
				keys.set(step.class, key);
				classes.set(key, step.class);
			}
		}
	}
	return classes;
}

function keyOf(characters: CharacterClass): string {
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
