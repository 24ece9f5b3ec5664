import { plainText, plainValue, visibleText } from "./plain-text.ts";

/** One part of a result. */
export type PlainContent =
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
		return [say(typeof held.text === "string" ? held.text : `A resource that is no text: ${visibleText(textOf(held.uri))}`)];
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
