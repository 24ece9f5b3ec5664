const LONGEST = 400;

// SECURITY: requests and definitions hold text of others; line breaks, control, zero-width and bidirectional characters are
// written out so that they cannot forge or hide a line of an explanation (explain.test.ts).
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text of others on one line of an explanation: clipped, nothing invisible. */
export function safeText(text: string): string {
	const clipped = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
	return clipped.replace(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
