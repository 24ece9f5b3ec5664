import { ProtocolError } from "@modelcontextprotocol/server";

/** What a request to the server behind a bridge comes with. */
interface UpstreamCall {
	readonly signal: AbortSignal;
	/** Called for what the server says before it answers. */
	readonly heard: (notification: { readonly method: string; readonly params?: Record<string, unknown> }) => void;
}

/** A server over streamable HTTP, as a bridge needs it. */
export interface Upstream {
	request(method: string, params: Record<string, unknown>, call: UpstreamCall): Promise<Record<string, unknown>>;
	close(): Promise<void>;
}

export interface UpstreamOptions {
	readonly url: URL;
	/** SECURITY: goes into the header of each request, and nowhere else. */
	readonly key: string;
	readonly name: string;
	readonly version: string;
	/** Called for what the server says without being asked. */
	readonly told?: UpstreamCall["heard"];
}

const REVISION = "2025-11-25";
const INTERNAL = -32_603;
const TOOLS_CHANGED = "notifications/tools/list_changed";

/** Opens a session when the first request needs one, and a new one when the server has forgotten it. */
export function connectUpstream({ url, key, name, version, told = () => undefined }: UpstreamOptions): Upstream {
	let session: Promise<string> | null = null;
	/** The session that was opened last. */
	let current: string | null = null;
	const closing = new AbortController();
	let lastId = 0;
	const post = (message: object, headers: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Response> =>
		fetch(url, {
			method: "POST",
			redirect: "error",
			headers: {
				Authorization: `Bearer ${key}`,
				"Content-Type": "application/json",
				Accept: "application/json, text/event-stream",
				...headers,
			},
			body: JSON.stringify({ jsonrpc: "2.0", ...message }),
			...(signal === undefined ? {} : { signal }),
		}).catch((error: unknown) => {
			throw new ProtocolError(INTERNAL, `The server at ${url.origin} cannot be reached: ${error instanceof Error ? error.message : ""}`);
		});
	const inSession = (id: string) => ({ "Mcp-Session-Id": id, "MCP-Protocol-Version": REVISION });

	const open = async (): Promise<string> => {
		const params = { protocolVersion: REVISION, capabilities: {}, clientInfo: { name, version } };
		const response = await post({ id: ++lastId, method: "initialize", params }, {});
		if (!response.ok) throw await failure(response);
		const id = response.headers.get("mcp-session-id");
		await response.text();
		if (id === null) throw new ProtocolError(INTERNAL, "The server opened no session");
		await (await post({ method: "notifications/initialized" }, inSession(id))).text();
		const headers = { Authorization: `Bearer ${key}`, Accept: "text/event-stream", ...inSession(id) };
		void listen({ url, headers, told, closing: closing.signal, isOver: () => id !== current });
		// A client that comes back to a server that has forgotten it may have other tools there.
		if (current !== null) told({ method: TOOLS_CHANGED });
		current = id;
		return id;
	};

	const opened = (): Promise<string> => {
		session ??= open().catch((error: unknown) => {
			session = null;
			throw error;
		});
		return session;
	};

	const request: Upstream["request"] = async (method, params, call) => {
		for (let attempt = 1; ; attempt++) {
			const opening = await opened();
			const id = ++lastId;
			const cancel = (): void => {
				const given = { method: "notifications/cancelled", params: { requestId: id, reason: "The client gave up" } };
				void post(given, inSession(opening)).catch(() => undefined);
			};
			call.signal.addEventListener("abort", cancel, { once: true });
			try {
				const response = await post({ id, method, params }, inSession(opening), call.signal);
				if (response.status === 404 && attempt === 1) {
					await response.text();
					session = null;
					continue;
				}
				if (!response.ok) throw await failure(response);
				return await answerIn(response, id, call.heard);
			} finally {
				call.signal.removeEventListener("abort", cancel);
			}
		}
	};

	return {
		request,
		async close() {
			closing.abort();
			const id = await session?.catch(() => null);
			if (id == null) return;
			await fetch(url, { method: "DELETE", headers: { Authorization: `Bearer ${key}`, ...inSession(id) } }).catch(() => undefined);
		},
	};
}

/** The answer to a request, whether it comes alone or at the end of a stream. */
async function answerIn(response: Response, id: number, heard: UpstreamCall["heard"]): Promise<Record<string, unknown>> {
	const type = response.headers.get("content-type") ?? "";
	const messages = type.startsWith("text/event-stream") ? eventsIn(response) : [await response.json()];
	for await (const message of messages) {
		if (typeof message !== "object" || message === null) continue;
		const { id: answered, result, error, method, params } = message as Readonly<Record<string, unknown>>;
		if (answered === id && isObject(error)) throw new ProtocolError(Number(error.code), String(error.message), error.data);
		if (answered === id && isObject(result)) return result;
		if (typeof method === "string" && answered === undefined) heard({ method, ...(isObject(params) ? { params } : {}) });
	}
	throw new ProtocolError(INTERNAL, "The server did not answer");
}

async function failure(response: Response): Promise<ProtocolError> {
	const body: unknown = await response.json().catch(() => null);
	const error = isObject(body) && isObject(body.error) ? body.error : null;
	if (response.status === 401) return new ProtocolError(INTERNAL, "The server does not know the key in WRIT_KEY");
	return new ProtocolError(INTERNAL, error === null ? `The server answered ${response.status}` : String(error.message));
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What somebody who listens to a session needs. */
interface Listening {
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	readonly told: (notification: { readonly method: string; readonly params?: Record<string, unknown> }) => void;
	readonly closing: AbortSignal;
	/** Whether there is another session now. */
	readonly isOver: () => boolean;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

/** Hears what a server says without being asked, for as long as the session lives; a line that breaks is opened again. */
async function listen({ url, headers, told, closing, isOver }: Listening): Promise<void> {
	let pause = FIRST_PAUSE;
	while (!closing.aborted) {
		const response = await fetch(url, { headers, redirect: "error", signal: closing }).catch(() => null);
		if (response?.ok) pause = FIRST_PAUSE;
		// The session is not known any more, or the server has nothing to say by itself.
		else if (response !== null && response.status < 500) return response.body?.cancel();
		await hear(response, told).catch(() => undefined);
		if (closing.aborted || isOver()) return;
		await wait(pause, closing);
		pause = Math.min(2 * pause, LONGEST_PAUSE);
	}
}

async function hear(response: Response | null, told: Listening["told"]): Promise<void> {
	if (response?.ok !== true) return response?.body?.cancel();
	for await (const message of eventsIn(response)) {
		if (typeof message !== "object" || message === null) continue;
		const { id, method } = message as Readonly<Record<string, unknown>>;
		if (typeof method === "string" && id === undefined) told({ method });
	}
}

function wait(milliseconds: number, closing: AbortSignal): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	const timer = setTimeout(resolve, milliseconds);
	closing.addEventListener("abort", () => resolve(), { once: true });
	return promise.finally(() => clearTimeout(timer));
}

/** The messages of a stream of server-sent events. */
async function* eventsIn(response: Response): AsyncGenerator<unknown> {
	if (response.body === null) return;
	let rest = "";
	for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
		const blocks = `${rest}${text}`.split(/\r?\n\r?\n/);
		rest = blocks.pop() ?? "";
		for (const block of blocks) {
			const data = block.split(/\r?\n/).flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trimStart()] : []));
			if (data.join("") !== "") yield JSON.parse(data.join("\n"));
		}
	}
}
