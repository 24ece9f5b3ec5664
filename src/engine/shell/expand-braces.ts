const MOST_WORDS = 100;
const DEEPEST = 3;

/** The words that `{a,b}` or `{1..9}` stand for, or `null` when it is not plain, or becomes too many. */
export function expandBraces(text: string, depth = 1): readonly string[] | null {
	if (depth > DEEPEST || !text.startsWith("{") || !text.endsWith("}") || /["'`$\\~*?[\]]/.test(text)) return null;
	const inner = text.slice(1, -1);
	const range = /^(0|[1-9]\d{0,5})\.\.(0|[1-9]\d{0,5})$/.exec(inner);
	if (range !== null) return expandRange(Number(range[1]), Number(range[2]));
	const alternatives = splitAtCommas(inner);
	if (alternatives === null || alternatives.length < 2) return null;
	const words: string[] = [];
	for (const alternative of alternatives) {
		const expanded = expandInside(alternative, depth);
		if (expanded === null) return null;
		words.push(...expanded);
		if (words.length > MOST_WORDS) return null;
	}
	return words;
}

/** One alternative, which may hold braces of its own. */
function expandInside(text: string, depth: number): readonly string[] | null {
	const open = text.indexOf("{");
	if (open < 0) return text.includes("}") || text.includes("..") ? null : [text];
	const close = matchingBrace(text, open);
	if (close < 0) return null;
	const middle = expandBraces(text.slice(open, close + 1), depth + 1);
	const rest = expandInside(text.slice(close + 1), depth);
	if (middle === null || rest === null || middle.length * rest.length > MOST_WORDS) return null;
	return middle.flatMap((word) => rest.map((tail) => text.slice(0, open) + word + tail));
}

function expandRange(from: number, to: number): readonly string[] | null {
	const step = from <= to ? 1 : -1;
	const count = Math.abs(to - from) + 1;
	return count > MOST_WORDS ? null : Array.from({ length: count }, (_, at) => String(from + at * step));
}

function splitAtCommas(text: string): readonly string[] | null {
	const parts: string[] = [];
	let depth = 0;
	let start = 0;
	for (let at = 0; at < text.length; at++) {
		if (text[at] === "{") depth++;
		else if (text[at] === "}") {
			if (--depth < 0) return null;
		} else if (text[at] === "," && depth === 0) {
			parts.push(text.slice(start, at));
			start = at + 1;
		}
	}
	parts.push(text.slice(start));
	return depth === 0 ? parts : null;
}

function matchingBrace(text: string, open: number): number {
	let depth = 0;
	for (let at = open; at < text.length; at++) {
		if (text[at] === "{") depth++;
		else if (text[at] === "}" && --depth === 0) return at;
	}
	return -1;
}
