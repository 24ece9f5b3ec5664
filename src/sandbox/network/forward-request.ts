import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { openTarget, type ProxyRefusal, refusalBody, refusalHeaders } from "./open-target.ts";
import type { ProxyContext } from "./proxy-options.ts";
import { readRequestTarget, type Target } from "./read-target.ts";

/**
 * Serves one plain HTTP request. It is read whole and written again on a connection of its own, so neither its framing nor
 * its Host header can mean two things on the way, and the next request of the agent's connection is judged by itself.
 */
export async function forwardRequest(incoming: IncomingMessage, response: ServerResponse, context: ProxyContext): Promise<void> {
	response.on("error", () => undefined);
	incoming.on("error", () => undefined);
	const read = readRequestTarget(requestLine(incoming));
	const opened = await openTarget(read, "http", context);
	if (!opened.ok || !read.ok) return answer(response, opened.ok ? BROKEN : opened.refusal);
	const { socket } = opened;
	if (response.destroyed || response.writableEnded) {
		socket.destroy();
		return;
	}
	socket.setTimeout(context.limits.idleMs, () => socket.destroy());
	response.once("close", () => socket.destroy());
	exchange(incoming, response, socket, { ...read.target, path: read.path });
}

/** The target as it is written in the request line; a line without a version has none. */
export function requestLine(incoming: IncomingMessage): string {
	return incoming.httpVersionMajor === 1 ? (incoming.url ?? "") : "";
}

const BROKEN: ProxyRefusal = { status: 502, code: "unreachable", message: "The connection to the host broke, or its answer is not HTTP." };

function exchange(incoming: IncomingMessage, response: ServerResponse, socket: Socket, place: Target & { readonly path: string }): void {
	const headers = forwardedHeaders(incoming, place);
	if (headers === null) {
		socket.destroy();
		answer(response, { status: 403, code: "invalid-request", message: "The transfer encoding is not one that the proxy passes on." });
		return;
	}
	const outgoing = httpRequest({
		createConnection: () => socket,
		method: incoming.method ?? "GET",
		path: place.path,
		headers,
		setHost: false,
		maxHeaderSize: 65_536,
	});
	const broken = (): void => {
		socket.destroy();
		if (response.headersSent) response.destroy();
		else answer(response, BROKEN);
	};
	outgoing.on("error", broken);
	// A host that answers with another protocol leaves nothing but a closed connection.
	outgoing.once("close", () => {
		if (!response.headersSent) broken();
	});
	outgoing.once("response", (answered) => {
		answered.once("error", broken);
		answered.once("aborted", broken);
		// SECURITY: a host may send a status or a header that cannot be written; that is its answer broken, not us.
		try {
			// Without the host's own words for the status: they are kept even when they cannot be written.
			response.writeHead(answered.statusCode ?? 0, passedOn(answered.rawHeaders));
		} catch {
			broken();
			return;
		}
		answered.pipe(response);
	});
	incoming.pipe(outgoing);
}

/** The headers that go on, as a flat list; `null` when the body is encoded in a way that cannot be read here. */
function forwardedHeaders(incoming: IncomingMessage, { host, port }: Target): string[] | null {
	const encoding = incoming.headers["transfer-encoding"];
	if (encoding !== undefined && encoding.toLowerCase() !== "chunked") return null;
	const name = host.includes(":") ? `[${host}]` : host;
	// SECURITY: the host that was judged, never the one that the agent wrote.
	const headers = ["Host", port === 80 ? name : `${name}:${port}`, ...passedOn(incoming.rawHeaders, ["host", "expect"])];
	if (encoding !== undefined) headers.push("Transfer-Encoding", "chunked");
	else if (incoming.headers["content-length"] === undefined && /^(POST|PUT|PATCH)$/.test(incoming.method ?? ""))
		headers.push("Content-Length", "0");
	headers.push("Connection", "close");
	return headers;
}

/** What is said to the next machine only (RFC 9110 §7.6.1), and what is said to a proxy. */
const OWN_HOP = ["connection", "keep-alive", "proxy-connection", "proxy-authorization", "proxy-authenticate", "te", "trailer", "upgrade"];

function passedOn(rawHeaders: readonly string[], besides: readonly string[] = []): string[] {
	const pairs: (readonly [string, string])[] = [];
	for (let index = 0; index + 1 < rawHeaders.length; index += 2) pairs.push([rawHeaders[index] ?? "", rawHeaders[index + 1] ?? ""]);
	const named = pairs.filter(([name]) => name.toLowerCase() === "connection").flatMap(([, value]) => value.toLowerCase().split(/\s*,\s*/));
	// SECURITY: `Connection: content-length` would take away what frames the body.
	const dropped = new Set([...OWN_HOP, "transfer-encoding", ...besides, ...named.filter((name) => name !== "content-length")]);
	return pairs.filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}

function answer(response: ServerResponse, refusal: ProxyRefusal): void {
	if (response.headersSent || response.destroyed) return;
	try {
		response.writeHead(refusal.status, refusalHeaders(refusal));
		response.end(refusalBody(refusal));
	} catch {
		response.destroy();
	}
}
