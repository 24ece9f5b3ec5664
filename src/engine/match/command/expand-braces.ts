const MOST_WORDS = 64;

/** The words that a brace expansion stands for, or `null` when it is not plain text or becomes too many. */
export function expandBraces(text: string): readonly string[] | null {
	if (!text.startsWith("{") || !text.endsWith("}") || /["'`$\\]/.test(text)) return null;
	const inner = text.slice(1, -1);
	const sequence = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(inner);
	if (sequence !== null) return expandSequence(sequence[1] ?? "", sequence[2] ?? "", sequence[3]);
	const alternatives = splitAtCommas(inner);
	if (alternatives.length < 2) return null;
	const words: string[] = [];
	for (const alternative of alternatives) {
		const expanded = expandInside(alternative);
		if (expanded === null) return null;
		words.push(...expanded);
		if (words.length > MOST_WORDS) return null;
	}
	return words;
}

function expandInside(text: string): readonly string[] | null {
	const open = text.indexOf("{");
	if (open < 0) return text.includes("}") ? null : [text];
	const close = matchingBrace(text, open);
	if (close < 0) return null;
	const middle = expandBraces(text.slice(open, close + 1));
	const rest = expandInside(text.slice(close + 1));
	if (middle === null || rest === null || middle.length * rest.length > MOST_WORDS) return null;
	return middle.flatMap((word) => rest.map((tail) => text.slice(0, open) + word + tail));
}

function expandSequence(from: string, to: string, step: string | undefined): readonly string[] | null {
	const letters = /^[A-Za-z]$/.test(from) && /^[A-Za-z]$/.test(to);
	const numbers = /^-?\d+$/.test(from) && /^-?\d+$/.test(to);
	if (!letters && !numbers) return null;
	const start = letters ? from.charCodeAt(0) : Number(from);
	const end = letters ? to.charCodeAt(0) : Number(to);
	const stride = Math.max(1, Math.abs(Number(step ?? 1)));
	if (Math.abs(end - start) / stride > MOST_WORDS) return null;
	const width = /^-?0\d/.test(from) || /^-?0\d/.test(to) ? Math.max(from.length, to.length) : 0;
	const words: string[] = [];
	for (let value = start; start <= end ? value <= end : value >= end; value += start <= end ? stride : -stride) {
		words.push(letters ? String.fromCharCode(value) : String(value).padStart(width, "0"));
	}
	return words;
}

function splitAtCommas(text: string): readonly string[] {
	const parts: string[] = [];
	let depth = 0;
	let start = 0;
	for (let at = 0; at < text.length; at++) {
		if (text[at] === "{") depth++;
		else if (text[at] === "}") depth--;
		else if (text[at] === "," && depth === 0) {
			parts.push(text.slice(start, at));
			start = at + 1;
		}
	}
	parts.push(text.slice(start));
	return parts;
}

function matchingBrace(text: string, open: number): number {
	let depth = 0;
	for (let at = open; at < text.length; at++) {
		if (text[at] === "{") depth++;
		else if (text[at] === "}" && --depth === 0) return at;
	}
	return -1;
}
