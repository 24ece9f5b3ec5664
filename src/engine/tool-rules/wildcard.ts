/**
 * A test of texts against one in which `*` stands for any run of characters.
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

/** A text with stars, and the test of what it matches. */
interface Wildcard {
	readonly text: string;
	readonly matches: (candidate: string) => boolean;
}

/**
 * Prepares the comparison of texts with stars with one list: whether the list holds everything that a text stands for.
 *
 * Exact: where every star is filled with a character that no text holds, only a star of the list matches it, and such a star
 * matches whatever else may stand there. So one text of the list holds all, or the filled one lies outside.
 */
export function compareWildcards(outer: readonly Wildcard[]): (text: string) => boolean {
	const byHead = Map.groupBy(outer, ({ text }) => text.split("*", 1)[0] ?? "");
	return (text) => {
		const filled = text.replaceAll("*", FILLER);
		// What begins otherwise cannot match: only the beginnings of the text itself are looked up.
		for (let end = 0; end <= filled.length; end++) {
			if (byHead.get(filled.slice(0, end))?.some(({ matches }) => matches(filled)) === true) return true;
		}
		return false;
	};
}

/** No name of a tool or event holds it. */
const FILLER = "\u{1}";
