// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is made visible
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Text of others, safe to show: what would move the cursor, change colours or the direction of writing is shown as its number.
 * SECURITY: definitions and requests may hold escape sequences ("control characters of a definition never reach the terminal").
 */
export function visible(text: string): string {
	return text.replaceAll(HIDDEN, numberOf);
}

/**
 * The same for what belongs within one line, such as a name.
 * SECURITY: a name that holds the end of a line could go on with a line that reads as one of ours.
 */
export function visibleLine(text: string): string {
	return visible(text).replaceAll(/[\t\n]/g, numberOf);
}

function numberOf(character: string): string {
	return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
