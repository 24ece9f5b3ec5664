import type { ContentBlock } from "@modelcontextprotocol/server";

/** What a call comes to on this wire. */
export interface ToolResult {
	readonly content: readonly ContentBlock[];
	readonly structuredContent?: Readonly<Record<string, unknown>>;
	readonly isError?: boolean;
}

/** A value, as text and as data. */
export function give(value: Readonly<Record<string, unknown>>): ToolResult {
	// What JSON leaves out is left out of both.
	const plain: Readonly<Record<string, unknown>> = JSON.parse(JSON.stringify(value));
	return { content: [{ type: "text", text: JSON.stringify(plain) }], structuredContent: plain };
}

/** An error in our own words. */
export function fail(code: string, message: string, more: Readonly<Record<string, unknown>> = {}): ToolResult {
	return { ...give({ error: message, code, ...more }), isError: true };
}
