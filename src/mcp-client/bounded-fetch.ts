import { type McpServerLimits, unaskedMessages } from "./limits.ts";

const NEW_LINE = 10;
const RETURN = 13;
const BETWEEN_STREAMS = 500;
const AFTER_CALL = 5_000;

/**
 * `fetch` for a server that is not trusted: redirects are errors, and neither an answer nor an event takes more than it may.
 * SECURITY: a redirect would carry the headers of the mount elsewhere (test/mcp/gateway/http.test.ts).
 */
export function boundedFetch({ messageBytes, unaskedPerSecond, callMilliseconds }: McpServerLimits, onFlood: () => void): typeof fetch {
	const mayCome = unaskedMessages(unaskedPerSecond);
	const waiting = new Map<number, AbortController>();
	/** SECURITY: an answer that never ends would keep its connection for good (test/mcp/gateway/http.test.ts). */
	const endLater = (id: number): AbortSignal => {
		const controller = new AbortController();
		waiting.set(id, controller);
		const timer = setTimeout(() => controller.abort(), callMilliseconds + AFTER_CALL).unref();
		controller.signal.addEventListener("abort", () => {
			clearTimeout(timer);
			waiting.delete(id);
		});
		return controller.signal;
	};
	let listenedAt = Number.NEGATIVE_INFINITY;
	return async (input, init) => {
		if (init?.method === "GET") {
			// A server that ends the stream of its own messages again and again gets none.
			if (performance.now() - listenedAt < BETWEEN_STREAMS) return new Response(null, { status: 405 });
			listenedAt = performance.now();
		}
		const { id, cancels } = idsOf(init?.body);
		if (cancels !== null) waiting.get(cancels)?.abort();
		const signals = [init?.signal, id === null ? null : endLater(id)].filter((signal) => signal !== null && signal !== undefined);
		const response = await fetch(input, {
			...init,
			redirect: "error",
			...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
		});
		if (response.body === null) return response;
		const isStream = (response.headers.get("content-type") ?? "").startsWith("text/event-stream");
		let size = 0;
		let isEmptyLine = true;
		let before = 0;
		const body = response.body.pipeThrough(
			new TransformStream<Uint8Array, Uint8Array>({
				transform(bytes, controller) {
					for (const byte of isStream ? bytes : []) {
						const endsLine = byte === RETURN || (byte === NEW_LINE && before !== RETURN);
						const isRest = byte === NEW_LINE && before === RETURN;
						before = byte;
						if (isRest) continue;
						// An event ends with an empty line.
						if (endsLine && isEmptyLine) {
							if (size > 0 && !mayCome()) {
								onFlood();
								controller.terminate();
								return;
							}
							size = 0;
						}
						isEmptyLine = endsLine;
						if (!endsLine) size++;
					}
					if (!isStream) size += bytes.length;
					if (size <= messageBytes) return controller.enqueue(bytes);
					// The waiting caller is told, instead of waiting until the time is over.
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

/** The question that a message asks, and the one that it takes back. */
function idsOf(body: unknown): { readonly id: number | null; readonly cancels: number | null } {
	const nothing = { id: null, cancels: null };
	if (typeof body !== "string") return nothing;
	try {
		const { id, method, params } = JSON.parse(body);
		const cancelled = method === "notifications/cancelled" ? params?.requestId : null;
		return { id: typeof id === "number" ? id : null, cancels: typeof cancelled === "number" ? cancelled : null };
	} catch {
		return nothing;
	}
}
