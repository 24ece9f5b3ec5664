/** A text with stars, and the test of what it matches. */
export interface Wildcard {
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
