import { createServer, type Server } from "node:http";
import { constants, performServerHandshake, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { connectAddress, resolveName } from "./addresses.ts";
import { forwardRequest, requestLine } from "./forward-request.ts";
import { openTarget, type ProxyRefusal, refusalBody, refusalHeaders, refusalText } from "./open-target.ts";
import { DEFAULT_LIMITS, type ProxyContext, type ProxyOptions } from "./proxy-options.ts";
import { readConnectTarget } from "./read-target.ts";

/** The way out of one agent: the holder of the other end of `link` is that agent, and nothing else says who it is. */
export interface NetworkProxy {
	/** Serves one link for as long as it lasts; `ready` is true once the inside half speaks, false if it never does. */
	serve(link: Socket): { readonly ready: Promise<boolean> };
	/** Ends every connection at once. */
	close(): void;
}

/** The allow-list proxy of one agent: CONNECT and plain HTTP over streams of one HTTP/2 link (the inside half is relay.ts). */
export function createProxy(options: ProxyOptions): NetworkProxy {
	const context: ProxyContext = {
		resolve: resolveName,
		connect: connectAddress,
		...options,
		limits: { ...DEFAULT_LIMITS, ...options.limits },
	};
	const server = httpServer(context);
	const streams = new Set<ServerHttp2Stream>();
	const links = new Set<Socket>();
	return {
		serve(link) {
			links.add(link);
			link.once("close", () => links.delete(link));
			link.on("error", () => link.destroy());
			const session = performServerHandshake(link, {
				settings: {
					maxConcurrentStreams: context.limits.connections + HEADROOM,
					initialWindowSize: WINDOW_BYTES,
					enableConnectProtocol: false,
				},
				maxHeaderListPairs: 16,
				maxSessionMemory: 64,
				// A program that drops its connections by the thousand is not an attack on a link that serves it alone.
				streamResetBurst: RESETS,
				streamResetRate: RESETS,
			});
			session.on("error", () => link.destroy());
			session.once("close", () => link.destroy());
			session.on("stream", (stream, headers) => {
				const isFull = streams.size >= context.limits.connections;
				streams.add(stream);
				stream.once("close", () => streams.delete(stream));
				serveStream(stream, headers, isFull, server, context);
			});
			return { ready: firstWord(session) };
		},
		close() {
			for (const link of links) link.destroy();
			links.clear();
			server.close();
		},
	};
}

/** Streams beyond the limit of connections that are still told so; more of them wait at the inside half. */
const HEADROOM = 256;

const RESETS = 1_000_000;

/** What one stream may hold before its reader takes it. */
const WINDOW_BYTES = 1_048_576;

function firstWord(session: ServerHttp2Session): Promise<boolean> {
	return new Promise((settle) => {
		session.once("remoteSettings", () => settle(true));
		session.once("close", () => settle(false));
	});
}

/** A stream is a connection to the proxy (POST), or a connection to one listed address (CONNECT). */
function serveStream(
	stream: ServerHttp2Stream,
	headers: NodeJS.Dict<string | string[]>,
	isFull: boolean,
	server: Server,
	context: ProxyContext,
): void {
	stream.on("error", () => undefined);
	const { [constants.HTTP2_HEADER_METHOD]: method, [constants.HTTP2_HEADER_AUTHORITY]: authority } = headers;
	if (method === "CONNECT" && typeof authority === "string" && !isFull) {
		forwardStream(stream, authority, context).catch(() => stream.close());
		return;
	}
	if (method !== "POST") {
		stream.close(constants.NGHTTP2_REFUSED_STREAM);
		return;
	}
	stream.respond({ [constants.HTTP2_HEADER_STATUS]: 200 });
	if (isFull) {
		stream.end(refusalText(FULL));
		stream.resume();
	} else server.emit("connection", asConnection(stream));
}

const FULL: ProxyRefusal = { status: 503, code: "too-many-connections", message: "The agent has too many connections open." };

async function forwardStream(stream: ServerHttp2Stream, authority: string, context: ProxyContext): Promise<void> {
	const opened = await openTarget(readConnectTarget(authority), "forward", context);
	if (stream.destroyed) {
		if (opened.ok) opened.socket.destroy();
		return;
	}
	if (!opened.ok) {
		stream.respond({ [constants.HTTP2_HEADER_STATUS]: opened.refusal.status, ...refusalHeaders(opened.refusal) });
		stream.end(refusalBody(opened.refusal));
		return;
	}
	stream.respond({ [constants.HTTP2_HEADER_STATUS]: 200 });
	joinStreams(stream, opened.socket, context.limits.idleMs);
}

/** Reads the agent's connections; it never listens. */
function httpServer(context: ProxyContext): Server {
	const { headerBytes, headersMs, idleMs } = context.limits;
	const server = createServer({ maxHeaderSize: headerBytes, insecureHTTPParser: false, requireHostHeader: false });
	server.timeout = idleMs;
	server.on("connection", (connection: Duplex) => {
		const slow = setTimeout(() => connection.destroy(), headersMs).unref();
		const done = (): void => clearTimeout(slow);
		connection.once("close", done);
		first.set(connection, done);
	});
	server.on("request", (incoming, response) => {
		first.get(incoming.socket)?.();
		forwardRequest(incoming, response, context).catch(() => incoming.socket.destroy());
	});
	server.on("connect", (incoming, connection, head) => {
		first.get(connection)?.();
		openTunnel(requestLine(incoming), connection, head, context).catch(() => connection.destroy());
	});
	return server;
}

/** What to call when the first request of a connection is complete. */
const first = new WeakMap<Duplex, () => void>();

async function openTunnel(url: string, connection: Duplex, head: Buffer, context: ProxyContext): Promise<void> {
	connection.on("error", () => undefined);
	const opened = await openTarget(readConnectTarget(url), "connect", context);
	if (connection.destroyed) {
		if (opened.ok) opened.socket.destroy();
		return;
	}
	if (!opened.ok) {
		connection.end(refusalText(opened.refusal));
		connection.resume();
		return;
	}
	connection.write("HTTP/1.1 200 Connection established\r\n\r\n");
	if (head.length > 0) opened.socket.write(head);
	joinStreams(connection, opened.socket, context.limits.idleMs);
}

/**
 * A stream of the link as the connection that an HTTP/1.1 server reads.
 *
 * Everything is written as bytes: several texts written at once to an HTTP/2 stream came out garbled (Node 24, proxy.test.ts).
 */
function asConnection(stream: ServerHttp2Stream): Duplex {
	const connection = new Duplex({
		read: () => void stream.resume(),
		write: (bytes, _encoding, done) => void stream.write(bytes, done),
		final: (done) => void stream.end(done),
		destroy: (error, done) => {
			if (!stream.destroyed) stream.close();
			done(error);
		},
	});
	stream.on("data", (bytes) => {
		if (!connection.push(bytes)) stream.pause();
	});
	stream.once("end", () => connection.push(null));
	stream.once("close", () => connection.destroy());
	return connection;
}

/** Passes bytes both ways until both sides are done, one breaks, or nothing moves for `idleMs`. */
function joinStreams(agent: Duplex, target: Socket, idleMs: number): void {
	const stop = (): void => {
		agent.destroy();
		target.destroy();
	};
	agent.on("error", stop);
	target.on("error", stop);
	agent.once("close", () => target.destroy());
	target.once("close", () => {
		if (!agent.writableEnded || agent.destroyed) return stop();
		// What is still on its way to the agent arrives; one that only holds on does not keep the connection.
		const late = setTimeout(stop, LINGER_MS);
		agent.once("close", () => clearTimeout(late));
		agent.resume();
	});
	target.setTimeout(idleMs, stop);
	agent.pipe(target);
	target.pipe(agent);
}

/** How long an agent may take to read the rest after the host has closed. */
const LINGER_MS = 30_000;
