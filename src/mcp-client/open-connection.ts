import type { Client, StreamableHTTPClientTransport, Transport } from "@modelcontextprotocol/client";
import { boundedFetch } from "./bounded-fetch.ts";
import type { McpServerLimits } from "./limits.ts";
import { type PlainResult, plainResult, plainText } from "./plain-text.ts";
import { MOST_TOOLS, type SeenTool, seeTools } from "./seen-tool.ts";
import { type ServerStreams, streamTransport } from "./stream-transport.ts";

/** Where a server is. */
export type ServerPlace =
	| { readonly kind: "streams"; readonly streams: ServerStreams }
	| { readonly kind: "http"; readonly url: URL; readonly headers: Readonly<Record<string, string>> };

/** What goes with one call. */
export interface McpServerCall {
	readonly gone: AbortSignal;
	readonly milliseconds: number;
	readonly progress?: (done: number, total?: number, message?: string) => void;
}

/** What a call came to. */
export type CallOutcome =
	| { readonly ok: true; readonly result: PlainResult }
	| { readonly ok: false; readonly code: "timeout" | "too-large" | "ended" | "cancelled" | "failed"; readonly message: string };

/** A server that is spoken to. */
export interface Connection {
	list(): Promise<readonly SeenTool[]>;
	call(tool: string, input: Readonly<Record<string, unknown>>, call: McpServerCall): Promise<CallOutcome>;
	/** Whether it still answers anything at all. */
	isAwake(): Promise<boolean>;
	close(): Promise<void>;
}

export interface ConnectionOptions {
	readonly limits: McpServerLimits;
	/** The server said that its tools are others now. */
	readonly onChanged: () => void;
	/** It is gone, or was given up; the text says why, when that is known. */
	readonly onEnded: (why: string | null) => void;
}

/**
 * Speaks to a server as a client that offers it nothing: what it asks for (sampling, input, roots) is refused by the library.
 * The package is loaded only here, so that who mounts nothing does not wait for it.
 */
export async function openConnection(place: ServerPlace, options: ConnectionOptions): Promise<Connection> {
	const library = await import("@modelcontextprotocol/client");
	const { limits } = options;
	const { transport, fault } =
		place.kind === "streams" ? ofStreams(place.streams, limits) : ofHttp(library, place, limits, () => void client.close());
	const client: Client = new library.Client(
		{ name: "writ", version: "1" },
		{
			capabilities: {},
			inputRequired: { autoFulfill: false },
			// Programs that expect another first message than they know end; over HTTP they answer that they do not know it.
			...(place.kind === "http" ? { versionNegotiation: { mode: "auto" as const } } : {}),
		},
	);
	client.onerror = () => undefined;
	client.onclose = () => options.onEnded(fault());
	client.setNotificationHandler("notifications/tools/list_changed", () => options.onChanged());
	await client.connect(transport, { timeout: limits.connectMilliseconds });
	return connectionOf(client, limits);
}

interface Faulty {
	readonly transport: Transport;
	/** Why the server was given up, when it was. */
	readonly fault: () => string | null;
}

function ofStreams(streams: ServerStreams, limits: McpServerLimits): Faulty {
	const transport = streamTransport(streams, limits);
	return { transport, fault: transport.fault };
}

function ofHttp(
	library: { readonly StreamableHTTPClientTransport: typeof StreamableHTTPClientTransport },
	{ url, headers }: Extract<ServerPlace, { kind: "http" }>,
	limits: McpServerLimits,
	close: () => void,
): Faulty {
	let fault: string | null = null;
	const onFlood = (): void => {
		fault = "It floods its client with messages";
		close();
	};
	const transport = new library.StreamableHTTPClientTransport(url, {
		fetch: boundedFetch(limits, onFlood),
		requestInit: { headers: { ...headers } },
		reconnectionOptions: { initialReconnectionDelay: 1_000, maxReconnectionDelay: 30_000, reconnectionDelayGrowFactor: 2, maxRetries: 3 },
	});
	return { transport, fault: () => fault };
}

function connectionOf(client: Client, { connectMilliseconds }: McpServerLimits): Connection {
	return {
		async list() {
			if (client.getServerCapabilities()?.tools === undefined) return [];
			const listed: unknown[] = [];
			let size = 0;
			let cursor: string | undefined;
			for (let pages = 0; ; pages++) {
				const page = membersOf(
					await client.request({ method: "tools/list", params: cursor === undefined ? {} : { cursor } }, ANYTHING, {
						timeout: connectMilliseconds,
						maxTotalTimeout: connectMilliseconds,
					}),
				);
				listed.push(...(Array.isArray(page.tools) ? page.tools : []));
				if (listed.length > MOST_TOOLS) throw new Error(`It has more than ${MOST_TOOLS} tools`);
				size += JSON.stringify(page.tools ?? []).length;
				if (size > MOST_OF_ALL_TOOLS) throw new Error("What it says of its tools is too large");
				cursor = typeof page.nextCursor === "string" && page.nextCursor !== "" ? page.nextCursor : undefined;
				if (cursor === undefined) return seeTools(listed);
				if (pages >= MOST_PAGES) throw new Error("The list of its tools never ends");
			}
		},
		async call(tool, input, { gone, milliseconds, progress }) {
			try {
				const request = { method: "tools/call", params: { name: tool, arguments: { ...input } } };
				const result = await client.request(request, ANYTHING, {
					signal: gone,
					timeout: milliseconds,
					maxTotalTimeout: milliseconds,
					...(progress === undefined ? {} : { onprogress: heard(progress) }),
				});
				return { ok: true, result: plainResult(result) };
			} catch (error) {
				return failure(error, gone);
			}
		},
		isAwake: () =>
			client.ping({ timeout: AWAKE }).then(
				() => true,
				// A server that says it does not know the question has answered it; what was not answered has a code in words.
				(error: unknown) => typeof membersOf(error).code === "number",
			),
		close: () => client.close(),
	};
}

const AWAKE = 3_000;
const MOST_PAGES = 64;
/** Every agent that has them is told of all of them at once. */
const MOST_OF_ALL_TOOLS = 2 * 1024 * 1024;
const ENDED = new Set(["CONNECTION_CLOSED", "NOT_CONNECTED", "SEND_FAILED"]);

/** The library checks what it knows of a message; what is in a result is looked at here. */
const ANYTHING = {
	"~standard": { version: 1 as const, vendor: "writ", validate: (value: unknown) => ({ value }) },
};

/** SECURITY: a server that reports its progress all the time must not fill the way to a slow client. */
const BETWEEN_PROGRESS = 20;

type Told = { readonly progress: number; readonly total?: number | undefined; readonly message?: string | undefined };

function heard(progress: NonNullable<McpServerCall["progress"]>): (told: Told) => void {
	let toldAt = Number.NEGATIVE_INFINITY;
	return ({ progress: done, total, message }) => {
		if (typeof done !== "number" || performance.now() - toldAt < BETWEEN_PROGRESS) return;
		toldAt = performance.now();
		progress(
			done,
			typeof total === "number" ? total : undefined,
			typeof message === "string" ? plainText(message).slice(0, 1_000) : undefined,
		);
	};
}

function failure(error: unknown, gone: AbortSignal): CallOutcome {
	if (gone.aborted) return { ok: false, code: "cancelled", message: "Nobody waits for the result any more" };
	const { code, message } = membersOf(error);
	const text = typeof message === "string" ? message : String(error);
	if (text.includes("too-large")) return { ok: false, code: "too-large", message: "The result is larger than 4 MiB" };
	if (code === "REQUEST_TIMEOUT") return { ok: false, code: "timeout", message: "The server did not answer in time" };
	if (ENDED.has(String(code)) || String(code).startsWith("CLIENT_HTTP") || error instanceof TypeError)
		return { ok: false, code: "ended", message: "The server ended before it answered" };
	return { ok: false, code: "failed", message: plainText(text).slice(0, 2_000) };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
