import type { Readable, Writable } from "node:stream";
import { Server, type ServerContext } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { connectUpstream, type Upstream, type UpstreamOptions } from "./upstream.ts";

export interface BridgeOptions extends UpstreamOptions {
	readonly input: Readable;
	readonly output: Writable;
}

/** The tools of a server on standard input and output: each request is put to it, with the key, and its answer handed back. */
export async function bridgeStdio({ input, output, ...options }: BridgeOptions): Promise<void> {
	let server: Server | null = null;
	const upstream = connectUpstream({
		...options,
		told({ method }) {
			// A client that has not said hello is told nothing, and will look anyway.
			if (method === "notifications/tools/list_changed") void server?.sendToolListChanged().catch(() => undefined);
		},
	});
	const { promise: ended, resolve: end } = Promise.withResolvers<void>();
	input.once("end", end);
	input.once("close", end);
	const make = (): Server => {
		server = bridged(upstream, options);
		return server;
	};
	const served = serveStdio(make, { transport: new StdioServerTransport(input, output) });
	await ended;
	await served.close();
	await upstream.close();
}

const FORWARDED = ["tools/list", "tools/call", "prompts/list", "prompts/get"] as const;

function bridged(upstream: Upstream, { name, version }: UpstreamOptions): Server {
	const server = new Server({ name, version }, { capabilities: { tools: { listChanged: true }, prompts: {} } });
	// The server behind has made the answer; the library checks it once more.
	for (const method of FORWARDED)
		server.setRequestHandler(
			method,
			async ({ params = {} }, context) => forward(upstream, method, { ...params }, context) as Promise<never>,
		);
	return server;
}

function forward(upstream: Upstream, method: string, params: Record<string, unknown>, { mcpReq }: ServerContext): Promise<object> {
	const { _meta, signal, notify } = mcpReq;
	const progressToken = _meta?.progressToken;
	const heard = (notification: Parameters<Parameters<Upstream["request"]>[2]["heard"]>[0]): void => {
		if (notification.method === "notifications/progress") void notify(notification).catch(() => undefined);
	};
	return upstream.request(method, { ...params, ...(progressToken === undefined ? {} : { _meta: { progressToken } }) }, { signal, heard });
}
