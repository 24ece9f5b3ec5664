import type { MountLimits } from "./limits.ts";
import { unaskedMessages } from "./unasked-messages.ts";

const NEW_LINE = 10;
const RETURN = 13;
const BETWEEN_STREAMS = 500;

/**
 * `fetch` for a server that is not trusted: redirects are errors, and neither an answer nor an event takes more than it may.
 * SECURITY: a redirect would carry the headers of the mount elsewhere (test/mcp/gateway/http.test.ts).
 */
export function boundedFetch({ messageBytes, unaskedPerSecond }: MountLimits, onFlood: () => void): typeof fetch {
	const mayCome = unaskedMessages(unaskedPerSecond);
	let listenedAt = Number.NEGATIVE_INFINITY;
	return async (input, init) => {
		if (init?.method === "GET") {
			// Whoever ends the stream of its own messages again and again has none.
			if (performance.now() - listenedAt < BETWEEN_STREAMS) return new Response(null, { status: 405 });
			listenedAt = performance.now();
		}
		const response = await fetch(input, { ...init, redirect: "error" });
		if (response.body === null) return response;
		const isStream = (response.headers.get("content-type") ?? "").startsWith("text/event-stream");
		const id = idOf(init?.body);
		let size = 0;
		let isEmptyLine = true;
		const body = response.body.pipeThrough(
			new TransformStream<Uint8Array, Uint8Array>({
				transform(bytes, controller) {
					for (const byte of isStream ? bytes : []) {
						// An event ends with an empty line.
						if (byte === NEW_LINE && isEmptyLine) {
							if (size > 0 && !mayCome()) {
								onFlood();
								controller.terminate();
								return;
							}
							size = 0;
						}
						if (byte === NEW_LINE) isEmptyLine = true;
						else if (byte !== RETURN) {
							isEmptyLine = false;
							size++;
						}
					}
					if (!isStream) size += bytes.length;
					if (size <= messageBytes) return controller.enqueue(bytes);
					// Whoever waits for this answer is told, instead of waiting until the time is over.
					const told = JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32_000, message: "too-large" } });
					if (isStream && id !== null) controller.enqueue(new TextEncoder().encode(`\n\nevent: message\ndata: ${told}\n\n`));
					if (isStream) controller.terminate();
					else controller.error(new Error("too-large"));
				},
			}),
		);
		return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
	};
}

function idOf(body: unknown): number | null {
	if (typeof body !== "string") return null;
	try {
		const { id } = JSON.parse(body);
		return typeof id === "number" ? id : null;
	} catch {
		return null;
	}
}
