/** Characters that mean themselves wherever they stand in a word. */
const PLAIN = new Uint8Array(128);
for (const character of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=:,@%+^-") PLAIN[character.charCodeAt(0)] = 1;

const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;

/**
 * The value of a word that is nothing but plain characters and quoted text in which nothing is expanded; `null` when a
 * closer look is needed. Equal to what the parser makes of such a word (plain-word.test.ts), at a fraction of the cost.
 */
export function plainWord(text: string): string | null {
	let value = "";
	let start = 0;
	for (let at = 0; at < text.length; at++) {
		const character = text.charCodeAt(at);
		if (character < 128 && PLAIN[character] === 1) continue;
		if (character !== SINGLE_QUOTE && character !== DOUBLE_QUOTE) return null;
		const end = character === SINGLE_QUOTE ? text.indexOf("'", at + 1) : closingQuote(text, at + 1);
		if (end < 0) return null;
		value += text.slice(start, at) + text.slice(at + 1, end);
		at = end;
		start = end + 1;
	}
	return start === 0 ? text : value + text.slice(start);
}

/** Where a double quote closes; -1 when `$`, a backquote or a backslash stands before it. */
function closingQuote(text: string, from: number): number {
	for (let at = from; at < text.length; at++) {
		const character = text.charCodeAt(at);
		if (character === DOUBLE_QUOTE) return at;
		if (character === 36 || character === 92 || character === 96) return -1;
	}
	return -1;
}

/** The name in a word that is nothing but `"$name"`, or `null`. */
export function quotedVariable(text: string): string | null {
	const last = text.length - 1;
	if (last < 3 || text.charCodeAt(0) !== DOUBLE_QUOTE || text.charCodeAt(1) !== 36 || text.charCodeAt(last) !== DOUBLE_QUOTE) return null;
	const name = text.slice(2, last);
	return /^[A-Za-z_]\w*$/.test(name) ? name : null;
}
