import { type Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { Caller } from "../../authority/index.ts";
import { randomId } from "../../platform/index.ts";
import { listedDigest, type McpOptions, mcpServer } from "./mcp-server.ts";

/** One client's session, which works only with the key that opened it. */
export interface McpSession {
	readonly transport: WebStandardStreamableHTTPServerTransport;
	readonly principal: Caller["principal"];
	readonly server: Server;
	usedAt: number;
	/** Which tools the client has seen, and as whom; `null` = it has not looked. */
	listed: { readonly caller: Caller; readonly digest: string } | null;
}

/** Sessions of clients whose revision of the protocol has them. */
export interface McpSessions {
	/** The session of this id if this caller's key opened it. */
	find(id: string, caller: Caller): McpSession | null;
	/** A new one; `null` = there are too many. */
	open(caller: Caller): Promise<McpSession | null>;
	/** Ends sessions whose key or agent has ended. */
	review(): Promise<void>;
	/** Tells clients that have other tools now than when they looked; only of these agents, when they are named. */
	tellChanges(agents: ReadonlySet<string> | null): Promise<void>;
	close(): Promise<void>;
}

const MOST = 1_000;
const MOST_OF_ONE_KEY = 64;
const IDLE = 30 * 60_000;

/** SECURITY: a caller that opens sessions without end loses its own oldest, never those of others. */
export function createSessions(options: McpOptions): McpSessions {
	const { authority } = options;
	const sessions = new Map<string, McpSession>();
	const end = async (id: string): Promise<void> => {
		const session = sessions.get(id);
		sessions.delete(id);
		await session?.transport.close();
	};
	const endIdle = async (): Promise<void> => {
		for (const [id, { usedAt }] of sessions) if (authority.now() - usedAt > IDLE) await end(id);
	};
	const timer = setInterval(() => void endIdle(), 60_000);
	timer.unref();
	return {
		find(id, { principal }) {
			const session = sessions.get(id);
			if (session === undefined || !isSame(session.principal, principal)) return null;
			session.usedAt = authority.now();
			return session;
		},
		async open({ principal }) {
			await endIdle();
			const own = [...sessions].filter(([, session]) => isSame(session.principal, principal));
			const [oldest] = own.toSorted(([, one], [, other]) => one.usedAt - other.usedAt);
			if (own.length >= MOST_OF_ONE_KEY && oldest !== undefined) await end(oldest[0]);
			if (sessions.size >= MOST) return null;
			const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
				sessionIdGenerator: () => randomId("mcp"),
				onsessioninitialized: (id) => void sessions.set(id, session),
				onsessionclosed: (id) => void sessions.delete(id),
			});
			const server = mcpServer(options, "legacy", (caller, digest) => {
				session.listed = { caller, digest };
			});
			const session: McpSession = { transport, principal, server, usedAt: authority.now(), listed: null };
			await server.connect(transport);
			return session;
		},
		async review() {
			for (const [id, { principal }] of sessions) if (!(await authority.isLive(principal))) await end(id);
		},
		async tellChanges(agents) {
			for (const session of sessions.values()) {
				const { listed, server, principal } = session;
				if (agents !== null && !(principal.kind === "agent" && agents.has(principal.id))) continue;
				const digest = listed === null ? null : await listedDigest(options, listed.caller);
				if (listed === null || digest === null || digest === listed.digest || session.listed !== listed) continue;
				session.listed = { ...listed, digest };
				await server.sendToolListChanged().catch(() => undefined);
			}
		},
		async close() {
			clearInterval(timer);
			for (const id of sessions.keys()) await end(id);
		},
	};
}

function isSame(one: Caller["principal"], other: Caller["principal"]): boolean {
	return one.kind === other.kind && one.keyId !== null && one.keyId === other.keyId;
}
