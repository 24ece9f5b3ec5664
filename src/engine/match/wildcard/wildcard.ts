import { type CharacterClass, type Expression, exactText, oneOf, repeat, sequence } from "../automaton/index.ts";

/** Text in which `*` stands for any run of characters of a set, as a language. */
export function wildcardExpression(text: string, characters: CharacterClass): Expression {
	const run = repeat(oneOf(characters));
	return sequence(text.split("*").flatMap((piece, index) => (index === 0 ? [exactText(piece)] : [run, exactText(piece)])));
}

/**
 * The same as a test of one text; `*` stands for anything.
 *
 * SECURITY: pieces between stars take the first place that fits and never come back, so many stars stay fast (wildcard.test.ts).
 */
export function compileWildcard(text: string): (candidate: string) => boolean {
	const [first = "", ...rest] = text.split("*");
	if (rest.length === 0) return (candidate) => candidate === first;
	const last = rest.at(-1) ?? "";
	const middle = rest.slice(0, -1);
	return (candidate) => {
		const end = candidate.length - last.length;
		if (end < first.length || !candidate.startsWith(first) || !candidate.endsWith(last)) return false;
		let at = first.length;
		for (const piece of middle) {
			const found = candidate.indexOf(piece, at);
			if (found < 0) return false;
			at = found + piece.length;
		}
		return at <= end;
	};
}
