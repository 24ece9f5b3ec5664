import type { IncomingMessage, ServerResponse } from "node:http";

/** What Node received as the web's request, without its body, which was read already and is handed on beside it. */
export function webRequest(request: IncomingMessage, gone: AbortSignal): Request {
	const headers = new Headers();
	// SECURITY: the key stays here.
	for (const [name, value] of Object.entries(request.headers))
		if (value !== undefined && name !== "authorization") headers.set(name, Array.isArray(value) ? value.join(", ") : value);
	const url = new URL(request.url ?? "/", "http://localhost");
	return new Request(url, { method: request.method ?? "GET", headers, signal: gone });
}

/** Writes the web's response with Node's, as it comes; nothing more is written to a client that has gone. */
export async function writeResponse(response: Response, to: ServerResponse): Promise<void> {
	to.writeHead(response.status, {
		"Cache-Control": "no-store",
		"X-Content-Type-Options": "nosniff",
		...Object.fromEntries(response.headers),
	});
	if (response.body === null) {
		to.end();
		return;
	}
	const reader = response.body.getReader();
	to.once("close", () => void reader.cancel().catch(() => undefined));
	// What comes at once leaves with its headers, in one packet; a client that has to wait longer sees that work is going on.
	const slow = setTimeout(() => to.flushHeaders(), FLUSH_AFTER);
	try {
		for (;;) {
			const { done, value } = await reader.read();
			clearTimeout(slow);
			if (done || to.destroyed) break;
			if (!to.write(value)) await drained(to);
		}
	} catch {
		// The other side of the stream was ended: so is this one.
	}
	clearTimeout(slow);
	to.end();
}

const FLUSH_AFTER = 20;

function drained(response: ServerResponse): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	response.once("drain", resolve);
	response.once("close", resolve);
	return promise;
}

/** An error of the protocol before there is a server to say it. */
export function protocolError(status: number, code: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
	return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status, headers });
}

/** What was posted: one JSON object, or what is wrong with it. */
type ReadBody =
	| { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
	| { readonly ok: false; readonly status: 400 | 413; readonly code: number; readonly message: string };

/** The largest body. */
const BODY_LIMIT = 1024 * 1024;

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
	const bytes = Buffer.concat(chunks);
	if (isTooDeep(bytes))
		return { ok: false, status: 400, code: -32_600, message: `Invalid request: nested deeper than ${MOST_DEEP} levels` };
	const value = parsed(bytes);
	if (value === undefined) return { ok: false, status: 400, code: -32_700, message: "Parse error: that is not JSON" };
	if (typeof value !== "object" || value === null || Array.isArray(value))
		return { ok: false, status: 400, code: -32_600, message: "Invalid request: one JSON-RPC message is expected" };
	return { ok: true, value: Object.fromEntries(Object.entries(value)) };
}

const MOST_DEEP = 64;

/** SECURITY: what is nested by the thousands breaks those who walk it; told before anybody does. */
function isTooDeep(bytes: Uint8Array): boolean {
	let depth = 0;
	let inText = false;
	for (let at = 0; at < bytes.length; at++) {
		const byte = bytes[at];
		if (inText) {
			if (byte === BACKSLASH) at++;
			else if (byte === QUOTE) inText = false;
		} else if (byte === QUOTE) inText = true;
		else if (byte === BRACE || byte === BRACKET) depth++;
		else if (byte === BRACE + 2 || byte === BRACKET + 2) depth--;
		if (depth > MOST_DEEP) return true;
	}
	return false;
}

const [QUOTE = 0, BACKSLASH = 0, BRACE = 0, BRACKET = 0] = Buffer.from('"\\{[');

function parsed(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		return undefined;
	}
}
