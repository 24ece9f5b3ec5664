import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { McpClient } from "../open-mcp.ts";
import { type Gateway, openGateway, withTools } from "./open-gateway.ts";

let server: Gateway;
let agent: McpClient;
let downstream: Server;
let origin: string;
let description = "Says what it hears";
let isBroken = false;
const heard: IncomingMessage["headers"][] = [];
const leaked: IncomingMessage["headers"][] = [];

beforeAll(async () => {
	downstream = createServer((request, response) => void answer(request, response));
	await new Promise<void>((resolve) => downstream.listen(0, "127.0.0.1", resolve));
	origin = `http://127.0.0.1:${(downstream.address() as AddressInfo).port}`;
	server = await openGateway({ mountLimits: { callMilliseconds: 3_000, connectMilliseconds: 5_000 } });
	agent = await server.agent("caller", withTools(["mcp__*"]));
});
afterAll(async () => {
	await server.close();
	downstream.closeAllConnections();
	downstream.close();
});

/** A server over HTTP that does what the name of a tool says; its path says how it answers. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const path = (request.url ?? "").split("?")[0];
	heard.push(request.headers);
	if (path === "/elsewhere") {
		leaked.push(request.headers);
		return void response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
	}
	if (path === "/redirect") return void response.writeHead(307, { Location: `${origin}/elsewhere` }).end();
	if (request.method !== "POST") return void response.writeHead(405).end();
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
	if (id === undefined) return void response.writeHead(202).end();
	const result = resultOf(method, params);
	const isStream = path === "/stream";
	response.writeHead(200, { "Content-Type": isStream ? "text/event-stream" : "application/json", "Mcp-Session-Id": "s" });
	const big = method === "tools/call" && params.name === "huge";
	if (method === "tools/call" && params.name === "flood") return flood(response);
	if (method === "tools/call" && params.name === "endless") return void response.write(": still here\n\n");
	if (!big) {
		const text = JSON.stringify({ jsonrpc: "2.0", id, ...result });
		return void response.end(isStream ? `event: message\ndata: ${text}\n\n` : text);
	}
	response.write(`${isStream ? "event: message\ndata: " : ""}{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`);
	const part = "x".repeat(1 << 20);
	for (let left = 100; left > 0 && !response.destroyed; left--)
		if (!response.write(part)) await new Promise<void>((resolve) => response.once("drain", resolve).once("close", resolve));
	response.end(`"}]}}\n\n`);
}

function flood(response: ServerResponse): void {
	const event = `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "x" } })}\n\n`;
	const more = (): void => {
		while (!response.destroyed && response.write(event));
		if (!response.destroyed) response.once("drain", more);
	};
	more();
}

function resultOf(method: string, params: { name?: string }): object {
	if (method === "initialize")
		return { result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "d", version: "1" } } };
	if (method === "tools/list" && isBroken) return { error: { code: -32603, message: "\u001b[2JTOKEN=s3cret-header" } };
	if (method === "tools/list") {
		const tool = (name: string) => ({ name, description, inputSchema: { type: "object" } });
		return { result: { tools: ["echo", "huge", "flood", "endless"].map(tool) } };
	}
	if (method === "tools/call") return { result: { content: [{ type: "text", text: `heard ${params.name}` }] } };
	return { error: { code: -32601, message: "Method not found" } };
}

describe("a server that is reached over HTTP", () => {
	it("[gateway-http] is mounted with its headers, which only it hears, and whose values are not shown", async () => {
		const wish = { transport: "http", url: `${origin}/plain?token=t0ken-value`, headers: { Authorization: "Bearer s3cret-header" } };
		const mounted = await server.mount("plain", wish);
		expect(mounted.body).toMatchObject({ url: `${origin}/plain`, headers: ["Authorization"], state: "running" });
		expect(JSON.stringify([mounted, server.home.records(), server.home.log])).not.toMatch(/s3cret-header|t0ken-value/);
		expect(heard.every(({ authorization }) => authorization === "Bearer s3cret-header")).toBe(true);
		expect((await agent.call("mcp__plain__echo")).text).toBe("heard echo");
		expect((await server.mount("stream", { transport: "http", url: `${origin}/stream` })).status).toBe(201);
		expect((await agent.call("mcp__stream__echo")).text).toBe("heard echo");
	});

	it("[gateway-http] and redirects nobody, headers and all", async () => {
		const refused = await server.mount("away", { transport: "http", url: `${origin}/redirect`, headers: { Authorization: "Bearer x" } });
		expect(refused.body).toMatchObject({ status: 502, code: "server-unavailable" });
		expect(leaked).toEqual([]);
		expect((await server.mount("nobody", { transport: "http", url: "http://127.0.0.1:9/mcp" })).status).toBe(502);
	});

	it("[gateway-too-large] does not answer with 100 MB, as an answer or as an event", async () => {
		for (const id of ["plain", "stream"]) {
			const huge = await agent.call(`mcp__${id}__huge`);
			expect(huge, id).toMatchObject({ isError: true, data: { code: "too-large" } });
			expect((await agent.call(`mcp__${id}__echo`)).isError, id).toBe(false);
		}
	});

	it("[gateway-flood] does not talk without end", async () => {
		expect((await agent.call("mcp__stream__flood")).isError).toBe(true);
		await expect.poll(async () => (await agent.call("mcp__stream__echo")).isError, { timeout: 5_000 }).toBe(false);
	});

	it("[gateway-http-ends] keeps no connection of a call that nobody waits for", async () => {
		const open = () => new Promise<number>((resolve) => downstream.getConnections((_, count) => resolve(count)));
		const before = await open();
		const late = await Promise.all(Array.from({ length: 8 }, () => agent.call("mcp__stream__endless")));
		expect(late.map(({ data }) => data.code)).toEqual(Array.from({ length: 8 }, () => "deadline"));
		await expect.poll(open, { timeout: 5_000 }).toBeLessThanOrEqual(before + 1);
	});

	it("[gateway-secrets] says nothing of its secrets when it fails", async () => {
		isBroken = true;
		const refreshed = await server.ask("POST", "/v1/mcp/servers/plain/refresh");
		isBroken = false;
		expect(refreshed.body).toMatchObject({ status: 502, detail: expect.stringContaining("TOKEN=…") });
		expect(JSON.stringify(refreshed.body)).not.toMatch(/s3cret-header|\\u001b/);
		await server.ask("POST", "/v1/mcp/servers/plain/refresh");
	});

	it("[wire-8-54] and what changes there waits for a review, once somebody looks", async () => {
		description = "Something else";
		expect((await server.seen(agent, "plain")).echo).toBe("Says what it hears");
		const refreshed = await server.ask("POST", "/v1/mcp/servers/plain/refresh");
		expect(refreshed.body.tools).toContainEqual(expect.objectContaining({ name: "echo", state: "quarantined" }));
		expect((await agent.call("mcp__plain__echo")).data.code).toBe("tool-quarantined");
		description = "Says what it hears";
		await server.ask("POST", "/v1/mcp/servers/plain/refresh");
		expect((await agent.call("mcp__plain__echo")).text).toBe("heard echo");
	});

	it("[gateway-real] also the reference server of everything", async () => {
		const script = fileURLToPath(new URL("../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js", import.meta.url));
		const probe = createServer();
		await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
		const { port } = probe.address() as AddressInfo;
		await new Promise((resolve) => probe.close(resolve));
		const program = spawn(process.execPath, [script, "streamableHttp"], { env: { PORT: String(port) }, stdio: "ignore" });
		try {
			await expect
				.poll(async () => (await server.mount("everything", { transport: "http", url: `http://127.0.0.1:${port}/mcp` })).status, {
					timeout: 20_000,
				})
				.toBe(201);
			expect((await agent.call("mcp__everything__echo", { message: "hello" })).text).toBe("Echo: hello");
			program.kill("SIGKILL");
			await new Promise((resolve) => program.once("exit", resolve));
			expect(await agent.call("mcp__everything__echo", { message: "hello" })).toMatchObject({
				isError: true,
				data: { code: "server-unavailable" },
			});
		} finally {
			program.kill("SIGKILL");
		}
	});
});
