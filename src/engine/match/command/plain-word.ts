/** Characters that mean themselves wherever they stand in a word. */
const PLAIN = new Uint8Array(128);
for (const character of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=:,@%+^-") PLAIN[character.charCodeAt(0)] = 1;

const DOUBLE_QUOTE = 34;
const DOLLAR = 36;
const SINGLE_QUOTE = 39;
const BACKSLASH = 92;
const BACKQUOTE = 96;

/** Whether a character means itself wherever it stands in a word. */
export function isPlainCharacter(character: number): boolean {
	return character < 128 && PLAIN[character] === 1;
}

/**
 * The value of a word that is nothing but plain characters and quoted text in which nothing is expanded; `null` when a
 * closer look is needed. Equal to what the parser makes of such a word (plain-word.test.ts), at a fraction of the cost.
 */
export function plainWord(text: string): string | null {
	let value = "";
	let start = 0;
	for (let at = 0; at < text.length; at++) {
		const character = text.charCodeAt(at);
		if (isPlainCharacter(character)) continue;
		if (character !== SINGLE_QUOTE && character !== DOUBLE_QUOTE) return null;
		const end = closingQuote(text, at);
		if (end < 0) return null;
		value += text.slice(start, at) + text.slice(at + 1, end);
		at = end;
		start = end + 1;
	}
	return start === 0 ? text : value + text.slice(start);
}

/** Where the quote at a position closes; -1 when it never does, or when something is expanded in it. */
function closingQuote(text: string, open: number): number {
	if (text.charCodeAt(open) === SINGLE_QUOTE) return text.indexOf("'", open + 1);
	for (let at = open + 1; at < text.length; at++) {
		const character = text.charCodeAt(at);
		if (character === DOUBLE_QUOTE) return at;
		if (character === DOLLAR || character === BACKSLASH || character === BACKQUOTE) return -1;
	}
	return -1;
}

/** The name in a word that is nothing but `"$name"`, or `null`. */
export function quotedVariable(text: string): string | null {
	const last = text.length - 1;
	if (last < 3 || text.charCodeAt(0) !== DOUBLE_QUOTE || text.charCodeAt(1) !== DOLLAR || text.charCodeAt(last) !== DOUBLE_QUOTE)
		return null;
	for (let at = 2; at < last; at++) if (!isNameCharacter(text.charCodeAt(at), at === 2)) return null;
	return text.slice(2, last);
}

function isNameCharacter(character: number, first: boolean): boolean {
	if (character >= 48 && character <= 57) return !first;
	return (character >= 65 && character <= 90) || character === 95 || (character >= 97 && character <= 122);
}
