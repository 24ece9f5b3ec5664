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

/** Writes the web's response with Node's, as it comes; whoever is gone is written to no more. */
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
	// What comes at once leaves with its headers, in one packet; whoever has to wait longer sees that somebody is at it.
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
