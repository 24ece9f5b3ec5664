import { requestText, type Target } from "./http-load.ts";
import { type BenchServer, senderOf } from "./start-server.ts";

const REVISION = "2025-11-25";
/** A key has so many sessions at most. */
const SESSIONS = 32;
const TOOLS = ["TodoRead", "WebSearch", "Bash", "TodoWrite"];

/** The empty route, and the routes of REST. */
export function restTargets(server: BenchServer): Readonly<Record<"empty" | "health" | "decide" | "batch", Target>> {
	const { port, emptyPort } = server;
	const headers = (connection: number) => ({ Host: `127.0.0.1:${port}`, Authorization: `Bearer ${agentKey(server, connection)}` });
	const empty = requestText("GET", "/", { Host: `127.0.0.1:${emptyPort}` });
	const health = requestText("GET", "/healthz", { Host: `127.0.0.1:${port}` });
	const requests = Array.from({ length: 100 }, (_, at) => toolRequest(at));
	return {
		empty: { port: emptyPort, request: () => empty, expects: "ok" },
		health: { port, request: () => health, expects: "ok" },
		decide: {
			port,
			request: (connection, at) => requestText("POST", "/v1/decide", headers(connection), { request: toolRequest(at) }),
			expects: '"decision_id":"rec_',
		},
		batch: {
			port,
			request: (connection) => requestText("POST", "/v1/decide", headers(connection), { requests }),
			expects: '"decision_id":"rec_',
		},
	};
}

function toolRequest(at: number): object {
	return { kind: "tool", tool: TOOLS[at % TOOLS.length], input: {} };
}

/** A tool called over MCP with the keys of agents, whose calls are decided and recorded, or with a system's, whose are not. */
export async function mcpTarget(server: BenchServer, tool: "get_agent" | "chat_with_agent", by: "agents" | "system"): Promise<Target> {
	const keys = by === "system" ? [server.system] : server.agents;
	const sessions = await Promise.all(
		Array.from({ length: SESSIONS }, async (_, at) => {
			const key = keys[at % keys.length] ?? "";
			return { key, id: await openSession(server.port, key) };
		}),
	);
	let last = 0;
	return {
		port: server.port,
		expects: '"structuredContent"',
		request: (connection, at) => {
			const session = sessions[connection % sessions.length];
			const headers = {
				...mcpHeaders(server.port, session?.key ?? ""),
				"Mcp-Session-Id": session?.id ?? "",
				"MCP-Protocol-Version": REVISION,
			};
			const params = { name: tool, arguments: argumentsOf(tool, targetOf(server, connection, at)) };
			return requestText("POST", "/mcp", headers, { jsonrpc: "2.0", id: ++last, method: "tools/call", params });
		},
	};
}

/** One of the ten agents that the sender may write to. */
function targetOf({ agentsInHome }: BenchServer, connection: number, at: number): string {
	return `a-${(senderOf(connection) + 97 * (1 + (at % 10))) % agentsInHome}`;
}

function argumentsOf(tool: "get_agent" | "chat_with_agent", target: string): object {
	return tool === "get_agent" ? { name: target } : { agent_name: target, message: "Hello" };
}

function agentKey({ agents }: BenchServer, connection: number): string {
	return agents[connection % agents.length] ?? "";
}

function mcpHeaders(port: number, key: string): Readonly<Record<string, string>> {
	return { Host: `127.0.0.1:${port}`, Authorization: `Bearer ${key}`, Accept: "application/json, text/event-stream" };
}

async function openSession(port: number, key: string): Promise<string> {
	const post = (message: object, more: Readonly<Record<string, string>>): Promise<Response> =>
		fetch(`http://127.0.0.1:${port}/mcp`, {
			method: "POST",
			headers: { ...mcpHeaders(port, key), "Content-Type": "application/json", ...more },
			body: JSON.stringify({ jsonrpc: "2.0", ...message }),
		});
	const params = { protocolVersion: REVISION, capabilities: {}, clientInfo: { name: "bench", version: "0" } };
	const opened = await post({ id: 0, method: "initialize", params }, {});
	await opened.text();
	const id = opened.headers.get("mcp-session-id");
	if (id === null) throw new Error(`no session was opened: ${opened.status}`);
	await (await post({ method: "notifications/initialized" }, { "Mcp-Session-Id": id, "MCP-Protocol-Version": REVISION })).text();
	return id;
}
