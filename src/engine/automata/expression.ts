/** A regular language, built from parts; `toAutomaton` makes it searchable. */
export type Expression =
	| { readonly kind: "characters"; readonly class: CharacterClass }
	| { readonly kind: "sequence"; readonly parts: readonly Expression[] }
	| { readonly kind: "choice"; readonly parts: readonly Expression[] }
	| { readonly kind: "repeat"; readonly part: Expression };

/** One character of a set. */
export function oneOf(characters: CharacterClass): Expression {
	return { kind: "characters", class: characters };
}

/** Exactly this text. */
export function exactText(text: string): Expression {
	return sequence(
		Array.from(text, (character) => {
			const point = character.codePointAt(0) ?? 0;
			return oneOf([[point, point]]);
		}),
	);
}

/** The parts one after the other; no parts = the empty text. */
export function sequence(parts: readonly Expression[]): Expression {
	return { kind: "sequence", parts };
}

/** Any one of the parts; no parts = nothing at all. */
export function choice(parts: readonly Expression[]): Expression {
	return { kind: "choice", parts };
}

/** The part any number of times, also never. */
export function repeat(part: Expression): Expression {
	return { kind: "repeat", part };
}

/** The part once or not at all. */
export function optional(part: Expression): Expression {
	return choice([sequence([]), part]);
}

/** First and last code point of a run of characters. */
export type CharacterRange = readonly [number, number];

/** A set of characters: sorted runs that neither touch nor overlap. */
export type CharacterClass = readonly CharacterRange[];

const LAST = 0x10ffff;

/** A set of characters from runs in any order. */
export function characterClass(ranges: readonly CharacterRange[]): CharacterClass {
	const sorted = ranges.filter(([first, last]) => first <= last).sort((one, other) => one[0] - other[0]);
	const merged: [number, number][] = [];
	for (const [first, last] of sorted) {
		const previous = merged.at(-1);
		if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
		else merged.push([first, last]);
	}
	return merged;
}

/** Every character that is not in the set. */
export function complementClass(excluded: CharacterClass): CharacterClass {
	const rest: CharacterRange[] = [];
	let next = 0;
	for (const [first, last] of excluded) {
		if (first > next) rest.push([next, first - 1]);
		next = last + 1;
	}
	if (next <= LAST) rest.push([next, LAST]);
	return rest;
}

/** Every character but those of the text. */
export function everythingBut(text: string): CharacterClass {
	return complementClass(characterClass(Array.from(text, (character) => singleRange(character))));
}

function singleRange(character: string): CharacterRange {
	const point = character.codePointAt(0) ?? 0;
	return [point, point];
}
