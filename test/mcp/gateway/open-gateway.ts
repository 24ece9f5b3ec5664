import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { type McpClient, openMcp, type TestMcp } from "../open-mcp.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const MODULES = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/** What a request to mount came to. */
export interface Mounted {
	readonly status: number;
	// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
	readonly body: any;
	readonly etag: string;
}

export interface Gateway extends TestMcp {
	readonly ask: (method: string, path: string, body?: unknown, options?: { key?: string; ifMatch?: string }) => Promise<Mounted>;
	readonly mount: (id: string, wish: object, options?: { key?: string; ifMatch?: string }) => Promise<Mounted>;
	readonly show: (id: string) => Promise<Mounted>;
	readonly review: (id: string, tool: string, accept: boolean, digest?: string) => Promise<Mounted>;
	/** The state of each tool of a server. */
	readonly states: (id: string) => Promise<Readonly<Record<string, string>>>;
	/** Texts of the tools that somebody sees of a server. */
	readonly seen: (who: McpClient, id: string) => Promise<Readonly<Record<string, string>>>;
}

/** What the program of a server of these tests may do: read its own files and what Node needs, write its workspace. */
export const PROGRAM = {
	name: "program",
	type: "permission_profile",
	tools: { allowed: [] },
	filesystem: { read_paths: ["./workspace", MODULES, HERE], write_paths: ["./workspace"] },
};

/** A word of every hostile server of one test file: other files start their own meanwhile. */
export const MARK = `of-${randomUUID()}`;

/** A server that does what its tools are called. */
export function hostile(kind = "plain", more: object = {}): object {
	return { transport: "stdio", command: process.execPath, args: [`${HERE}hostile-server.mjs`, kind, MARK], profile: PROGRAM, ...more };
}

const REFERENCE = {
	filesystem: new URL("../../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js", import.meta.url),
	memory: new URL("../../../node_modules/@modelcontextprotocol/server-memory/dist/index.js", import.meta.url),
};

/** A reference server of the registry. */
export function reference(name: keyof typeof REFERENCE, args: readonly string[] = [], more: object = {}): object {
	return { transport: "stdio", command: process.execPath, args: [fileURLToPath(REFERENCE[name]), ...args], profile: PROGRAM, ...more };
}

/** An agent whose profile has these rules for tools. */
export function withTools(allowed: readonly string[], more: object = {}): object {
	return { profile: { name: "caller", type: "permission_profile", tools: { allowed, ...more } } };
}

export async function openGateway(options: Parameters<typeof openMcp>[0] = {}): Promise<Gateway> {
	const server = await openMcp(options);
	const ask: Gateway["ask"] = async (method, path, body, { key = server.adminKey, ifMatch } = {}) => {
		const response = await fetch(new URL(path, server.url), {
			method,
			headers: {
				Authorization: `Bearer ${key}`,
				...(body === undefined ? {} : { "Content-Type": "application/json" }),
				...(ifMatch === undefined ? {} : { "If-Match": ifMatch }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		return { status: response.status, body: await response.json(), etag: response.headers.get("etag") ?? "" };
	};
	const show: Gateway["show"] = (id) => ask("GET", `/v1/mcp/servers/${id}`);
	return {
		...server,
		ask,
		show,
		mount: (id, wish, more) => ask("PUT", `/v1/mcp/servers/${id}`, wish, more),
		async review(id, tool, accept, digest) {
			const { tools } = (await show(id)).body;
			const now = tools.find(({ name }: { name: string }) => name === tool)?.digest;
			return ask("POST", `/v1/mcp/servers/${id}/tools/${encodeURIComponent(tool)}/review`, { digest: digest ?? now, accept });
		},
		async states(id) {
			const { tools } = (await show(id)).body;
			return Object.fromEntries(tools.map(({ name, state }: { name: string; state: string }) => [name, state]));
		},
		async seen({ client }, id) {
			const { tools } = await client.listTools();
			const own = tools.filter(({ name }) => name.startsWith(`mcp__${id}__`));
			return Object.fromEntries(own.map(({ name, description }) => [name.slice(`mcp__${id}__`.length), description ?? ""]));
		},
	};
}
