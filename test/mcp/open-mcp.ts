import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { mcpPolicy, serveMcp, type ToolSource } from "../../src/points/mcp/index.ts";
import { serveRest } from "../../src/points/rest/index.ts";
import { type HomeOptions, openHome, type TestHome } from "../authority/open-home.ts";

/** What a call came to. */
export interface Called {
	readonly isError: boolean;
	readonly text: string;
	// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
	readonly data: any;
}

/** A client of the server, with the key of somebody. */
export interface McpClient {
	readonly client: Client;
	readonly transport: StreamableHTTPClientTransport;
	readonly call: (name: string, input?: Record<string, unknown>) => Promise<Called>;
	readonly tools: () => Promise<readonly string[]>;
}

export interface TestMcp {
	readonly url: URL;
	readonly home: TestHome;
	readonly adminKey: string;
	readonly stopped: () => boolean;
	/** A client of the administrator, or of whoever holds the key. */
	readonly connect: (key?: string, options?: ConstructorParameters<typeof Client>[1]) => Promise<McpClient>;
	/** A new agent's key. */
	readonly agentKey: (id: string, wish?: object) => Promise<string>;
	/** A new agent, and a client with its key. */
	readonly agent: (id: string, wish?: object) => Promise<McpClient>;
	/** A child of an agent, with the key that its owner has made for it. */
	readonly child: (id: string, parent: string, wish?: object) => Promise<McpClient>;
	readonly personKey: (email: string, role?: string) => Promise<string>;
	readonly edge: (source: string, target: string, effect?: "allow" | "block") => Promise<void>;
	readonly post: (path: string, body: unknown) => Promise<Response>;
	readonly close: () => Promise<void>;
}

/** May write to agents and start some. */
export const LEAD = { overrides: { capabilities: { agent_messaging: true, spawn_agents: true } } };

/** A server of a home of its own, with the tools mounted as `writ serve` mounts them. */
export async function openMcp(options: HomeOptions & { readonly sources?: readonly ToolSource[] } = {}): Promise<TestMcp> {
	const { sources = [], ...rest } = options;
	const home = await openHome(rest);
	let stopped = false;
	const mcp = await serveMcp({
		authority: home.authority,
		version: "0.0.0",
		stop: () => {
			stopped = true;
		},
		sources,
		progressMilliseconds: 50,
	});
	const served = await serveRest({
		authority: home.authority,
		port: 0,
		mcpPolicy: mcpPolicy(),
		mounted: [{ path: "/mcp", handle: mcp.handle }],
	});
	const url = new URL("mcp", served.url);
	const adminKey = readFileSync(join(home.home, "admin.key"), "utf8").trim();
	const clients: Client[] = [];
	const ask = (method: string, path: string, body?: unknown): Promise<Response> =>
		fetch(new URL(path, served.url), {
			method,
			headers: { Authorization: `Bearer ${adminKey}`, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
	const keyFrom = async (response: Response): Promise<string> => {
		const text = await response.text();
		if (!response.ok) throw new Error(text);
		return String(JSON.parse(text).api_key);
	};
	const connect: TestMcp["connect"] = async (key = adminKey, clientOptions) => {
		const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers: { Authorization: `Bearer ${key}` } } });
		const client = new Client({ name: "test", version: "0" }, clientOptions);
		await client.connect(transport);
		clients.push(client);
		return {
			client,
			transport,
			tools: async () => (await client.listTools()).tools.map(({ name }) => name),
			call: async (name, input = {}) => {
				const result = await client.callTool({ name, arguments: input });
				const [first] = Array.isArray(result.content) ? result.content : [];
				return { isError: result.isError === true, text: first?.type === "text" ? first.text : "", data: result.structuredContent };
			},
		};
	};
	const agentKey: TestMcp["agentKey"] = async (id, wish = {}) => keyFrom(await ask("POST", "/v1/agents", { id, ...wish }));
	return {
		url,
		home,
		adminKey,
		stopped: () => stopped,
		connect,
		agentKey,
		agent: async (id, wish) => connect(await agentKey(id, wish)),
		child: async (id, parent, wish = {}) => connect(await agentKey(id, { parent, ...wish })),
		personKey: async (email, role = "creator") => keyFrom(await ask("POST", "/v1/keys", { name: email, user_email: email, role })),
		edge: async (source, target, effect = "allow") => {
			const response = await ask("PUT", `/v1/edges/${source}/${target}`, { effect });
			if (!response.ok) throw new Error(await response.text());
		},
		post: (path, body) => ask("POST", path, body),
		close: async () => {
			for (const client of clients) await client.close();
			await mcp.close();
			await served.close();
			await home.close();
		},
	};
}
