import type { IncomingMessage, ServerResponse } from "node:http";
import { createMcpHandler, isJsonContentType, isLegacyRequest } from "@modelcontextprotocol/server";
import type { Authority, Caller } from "../../authority/index.ts";
import { createDoor } from "./door.ts";
import { CALLER, type McpOptions, mcpServer } from "./mcp-server.ts";
import { mountedTools } from "./mounted-tools.ts";
import { ownTools } from "./own-tools.ts";
import { createSessions } from "./sessions.ts";
import type { ToolSource } from "./tool-row.ts";
import { protocolError, readBody, webRequest, writeResponse } from "./web-exchange.ts";

export interface ServeMcpOptions {
	readonly authority: Authority;
	readonly version: string;
	/** Stops the whole server, for the tool that does. */
	readonly stop: () => void;
	/** Tools of other servers, after writ's own. */
	readonly sources?: readonly ToolSource[];
	readonly progressMilliseconds?: number;
}

/** The tools over streamable HTTP: a handler for one path of a server that has checked Host and Origin. */
export interface ServedMcp {
	readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
	readonly close: () => Promise<void>;
}

export async function serveMcp({
	authority,
	version,
	stop,
	sources = [],
	progressMilliseconds = 2_000,
}: ServeMcpOptions): Promise<ServedMcp> {
	const all = [ownTools(authority, stop), mountedTools(authority), ...sources];
	const options: McpOptions = { authority, version, sources: all, progressMilliseconds };
	const door = await createDoor(authority);
	const sessions = createSessions(options);
	const modern = createMcpHandler(() => mcpServer(options, "modern"), { legacy: "reject" });
	const open = new Map<ServerResponse, Caller["principal"]>();
	// SECURITY: a client whose key has ended hears nothing more, not even of what was asked before (test/mcp/exchange.test.ts).
	const review = async (): Promise<void> => {
		for (const [response, principal] of open) if (!(await authority.isLive(principal))) response.destroy();
		await sessions.review();
	};
	const forget = authority.onEnded(
		() => void review().catch((error: unknown) => authority.log(`connections were not reviewed: ${String(error)}`)),
	);
	let telling = Promise.resolve();
	const forgetTools = authority.onToolsChanged((agents) => {
		// One after the other: many sessions are not looked through twice at the same time.
		telling = telling
			.then(() => tellChanges(agents))
			.catch((error: unknown) => authority.log(`clients were not told of tools: ${String(error)}`));
	});
	const tellChanges = async (agents: ReadonlySet<string> | null): Promise<void> => {
		if (agents === null) modern.notify.toolsChanged();
		await sessions.tellChanges(agents);
	};

	const answer = async (request: IncomingMessage, response: ServerResponse, gone: AbortSignal): Promise<Response> => {
		const entered = await door.enter(request);
		if (!entered.ok) return entered.response;
		const { caller } = entered;
		open.set(response, caller.principal);
		const { method = "GET" } = request;
		if (!["GET", "POST", "DELETE"].includes(method))
			return protocolError(405, -32_000, "Method not allowed", { Allow: "GET, POST, DELETE" });
		const authInfo = { token: "", clientId: caller.principal.keyId ?? "", scopes: [], extra: { [CALLER]: caller } };
		if (method !== "POST")
			return bySession(request, caller, async ({ transport }) => transport.handleRequest(webRequest(request, gone), { authInfo }));
		if (!isJsonContentType(request.headers["content-type"]))
			return protocolError(415, -32_000, "Send JSON: Content-Type: application/json");
		const body = await readBody(request);
		if (!body.ok) return protocolError(body.status, body.code, body.message, body.status === 413 ? { Connection: "close" } : {});
		const web = webRequest(request, gone);
		const given = { parsedBody: body.value, authInfo };
		if (!(await isLegacyRequest(web, body.value))) return modern.fetch(web, given);
		if (body.value.method !== "initialize") return bySession(request, caller, ({ transport }) => transport.handleRequest(web, given));
		if (request.headers["mcp-session-id"] !== undefined) return protocolError(400, -32_600, "Invalid request: there is a session already");
		const session = await sessions.open(caller);
		return session === null
			? protocolError(503, -32_000, "Too many sessions: try again later")
			: session.transport.handleRequest(web, given);
	};

	const bySession = async (
		{ headers }: IncomingMessage,
		caller: Caller,
		run: (session: NonNullable<ReturnType<typeof sessions.find>>) => Promise<Response>,
	): Promise<Response> => {
		const id = headers["mcp-session-id"];
		if (typeof id !== "string") return protocolError(400, -32_000, "Bad request: Mcp-Session-Id is missing");
		const session = sessions.find(id, caller);
		// SECURITY: a session of another key is like one that does not exist.
		return session === null ? protocolError(404, -32_001, "Session not found") : run(session);
	};

	return {
		async handle(request, response) {
			const gone = new AbortController();
			response.once("close", () => {
				open.delete(response);
				// A client that got the whole answer did not give up.
				if (!response.writableFinished) gone.abort();
			});
			try {
				await writeResponse(await answer(request, response, gone.signal), response);
			} catch (error) {
				if (gone.signal.aborted) return;
				authority.log(`/mcp failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
				if (response.headersSent) response.destroy();
				else await writeResponse(protocolError(500, -32_603, "Internal error"), response);
			}
		},
		async close() {
			forget();
			forgetTools();
			await sessions.close();
			await modern.close();
		},
	};
}
