const LONGEST_SHOWN = 80;

// SECURITY: text from a definition is shown on terminals and pages; control, zero-width and bidirectional characters are
// written out so that they cannot hide or reorder what a person reads (quote-text.test.ts).
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text from outside as it may be shown in a message: quoted, clipped, nothing invisible. */
export function quoteText(text: string): string {
	return `'${clipText(text)}'`;
}

/** The same without the quotes. */
export function clipText(text: string): string {
	const clipped = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
	return clipped.replace(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
