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

/** One part of a result. */
type PlainContent =
	| { readonly type: "text"; readonly text: string }
	| { readonly type: "image" | "audio"; readonly data: string; readonly mimeType: string };

/** What a call came to, as it is handed on. */
export interface PlainResult {
	readonly content: readonly PlainContent[];
	readonly structuredContent?: Readonly<Record<string, unknown>>;
	readonly isError?: boolean;
}

/**
 * A result with only what is known of results, its texts made plain. What it links to is named and not handed on as a link: the server's
 * resources are not served. Texts and data keep joiners and marks that do not show, because writing in many languages needs them.
 */
export function plainResult(result: unknown): PlainResult {
	const { content, structuredContent, isError } = membersOf(result);
	const data = plainValue(structuredContent);
	return {
		content: Array.isArray(content) ? content.flatMap(plainContent) : [],
		...(isObject(data) ? { structuredContent: data } : {}),
		...(isError === true ? { isError: true } : {}),
	};
}

const BASE64 = /^[A-Za-z0-9+/=_-]*$/;

function plainContent(block: unknown): readonly PlainContent[] {
	const { type, text, data, mimeType, resource, uri, name } = membersOf(block);
	if (type === "text" && typeof text === "string") return [{ type, text: plainText(text) }];
	if ((type === "image" || type === "audio") && typeof data === "string" && BASE64.test(data))
		return [{ type, data, mimeType: typeof mimeType === "string" ? plainText(mimeType).slice(0, 128) : "application/octet-stream" }];
	if (type === "resource_link") return [say(visibleText(`${textOf(name)} ${textOf(uri)}`).trim())];
	if (type === "resource") {
		const held = membersOf(resource);
		return [say(typeof held.text === "string" ? held.text : `A resource that is not text: ${visibleText(textOf(held.uri))}`)];
	}
	return [say("A part of the result is of a kind that is not known, and was left out")];
}

function say(text: string): PlainContent {
	return { type: "text", text: plainText(text) };
}

function textOf(value: unknown): string {
	return typeof value === "string" ? value : "";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
	return isObject(value) ? value : {};
}
