import type { IncomingMessage } from "node:http";

/** What was posted: one JSON object, or what is wrong with it. */
export type ReadBody =
	| { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
	| { readonly ok: false; readonly status: 400 | 413; readonly code: number; readonly message: string };

/** The largest body. */
export const BODY_LIMIT = 1024 * 1024;

/** Reads a posted message; what is too large is not read to its end. */
export async function readBody(request: IncomingMessage): Promise<ReadBody> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request) {
		const bytes = Buffer.from(chunk);
		size += bytes.length;
		if (size > BODY_LIMIT) return { ok: false, status: 413, code: -32_600, message: "The message is too large" };
		chunks.push(bytes);
	}
	const value = parsed(Buffer.concat(chunks));
	if (value === undefined) return { ok: false, status: 400, code: -32_700, message: "Parse error: that is no JSON" };
	if (typeof value !== "object" || value === null || Array.isArray(value))
		return { ok: false, status: 400, code: -32_600, message: "Invalid request: one JSON-RPC message is expected" };
	return { ok: true, value: Object.fromEntries(Object.entries(value)) };
}

function parsed(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		return undefined;
	}
}
