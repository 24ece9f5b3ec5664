/** Sequences by which a program draws on a terminal, with what they carry. */
const SEQUENCES =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
	/(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]{0,65536}(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g;

/** Characters that move the cursor or ring; the ends of lines and tabs stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/g;

/** Characters that change the direction of writing, and a second alphabet that nobody sees. */
const OVERRIDES = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** What else does not show. */
const HIDDEN =
	// biome-ignore lint/suspicious/noMisleadingCharacterClass: each of them is taken out by itself
	/[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028\u2029\u2060-\u2065\u206a-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0100}-\u{e01ef}]/gu;

/**
 * Text of a server without what could change how it looks.
 * SECURITY: a result is shown in terminals and read by models; neither may be told something that a person does not see
 * (test/mcp/gateway/hostile.test.ts).
 */
export function plainText(text: string): string {
	return text.replaceAll(SEQUENCES, "").replaceAll(CONTROLS, "").replaceAll(OVERRIDES, "");
}

/** The same for names and descriptions, which a person reviews: nothing stays that does not show. */
export function visibleText(text: string): string {
	return plainText(text).replaceAll(HIDDEN, "");
}

const MOST_DEEP = 64;

/** A JSON value with all of its texts, also the names of members, made plain; what is nested too deep is cut. */
export function plainValue(value: unknown, clean: (text: string) => string = plainText, depth = 0): unknown {
	if (typeof value === "string") return clean(value);
	if (typeof value !== "object" || value === null) return value;
	if (depth >= MOST_DEEP) return null;
	if (Array.isArray(value)) return value.map((one) => plainValue(one, clean, depth + 1));
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [clean(key), plainValue(member, clean, depth + 1)]));
}
