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
