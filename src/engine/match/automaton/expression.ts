import type { CharacterClass } from "./character-class.ts";

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
