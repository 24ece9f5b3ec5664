import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEAD, openMcp, type TestMcp } from "./open-mcp.ts";

let server: TestMcp;
beforeAll(async () => {
	server = await openMcp();
});
afterAll(() => server.close());

const INITIALIZE = {
	jsonrpc: "2.0",
	id: 1,
	method: "initialize",
	params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "0" } },
};
const LIST = { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} };

/** A request as any program could send it. */
async function raw(key: string | null, body: unknown, headers: Readonly<Record<string, string>> = {}, method = "POST") {
	const response = await fetch(server.url, {
		method,
		headers: {
			...(key === null ? {} : { Authorization: `Bearer ${key}` }),
			"Content-Type": "application/json",
			Accept: "application/json, text/event-stream",
			...headers,
		},
		...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
	});
	const text = method === "GET" ? "" : await response.text();
	return { status: response.status, headers: response.headers, text };
}

async function session(key: string): Promise<string> {
	const opened = await raw(key, INITIALIZE);
	expect(opened.status).toBe(200);
	return opened.headers.get("mcp-session-id") ?? "";
}

describe("an exchange", () => {
	it("[wire-5-revisions] opens a session for revisions from 2025-06-18 on, and needs none for the newest", async () => {
		const key = await server.agentKey("reviser");
		for (const protocolVersion of ["2025-06-18", "2025-11-25"]) {
			const { text } = await raw(key, { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion } });
			expect(text).toContain(`"protocolVersion":"${protocolVersion}"`);
		}
		const old = await raw(key, { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion: "2024-11-05" } });
		expect(old.text).not.toContain("2024-11-05");
		const modern = await server.connect(key, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
		expect(modern.transport.sessionId).toBeUndefined();
		expect((await modern.call("my_writ")).data.agent).toBe("reviser");
		expect((await modern.call("get_agent", { name: "x" })).isError).toBe(true);
	});

	it("[wire-8-55] a session works only with the key that opened it", async () => {
		const [mine, theirs] = [await server.agentKey("mine"), await server.agentKey("theirs")];
		const id = await session(mine);
		const headers = { "Mcp-Session-Id": id, "MCP-Protocol-Version": "2025-06-18" };
		expect((await raw(mine, LIST, headers)).status).toBe(200);
		for (const method of ["POST", "DELETE"])
			expect((await raw(theirs, method === "POST" ? LIST : undefined, headers, method)).status).toBe(404);
		expect((await raw(server.adminKey, LIST, headers)).status).toBe(404);
		expect((await raw(mine, LIST, { ...headers, "Mcp-Session-Id": "mcp_0" })).status).toBe(404);
		expect((await raw(mine, LIST)).status).toBe(400);
		expect((await raw(mine, LIST, headers)).status).toBe(200);
		expect((await raw(mine, undefined, headers, "DELETE")).status).toBe(200);
		expect((await raw(mine, LIST, headers)).status).toBe(404);
	});

	it("[wire-5-session-end] a session ends with its agent", async () => {
		const key = await server.agentKey("short");
		const headers = { "Mcp-Session-Id": await session(key) };
		expect((await raw(key, LIST, headers)).status).toBe(200);
		const stream = await fetch(server.url, { headers: { Authorization: `Bearer ${key}`, Accept: "text/event-stream", ...headers } });
		expect(stream.status).toBe(200);
		const ended = stream.text().catch(() => "cut off");
		await (await server.connect()).call("delete_agent", { name: "short" });
		await ended;
		expect((await raw(key, LIST, headers)).status).toBe(401);
	});

	it("[wire-5-session-end] a call that waits ends with the key, with and without a session", async () => {
		await server.agentKey("silent");
		for (const [id, options] of [
			["waiter-1", undefined],
			["waiter-2", { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
		] as const) {
			const client = await server.connect(await server.agentKey(id, LEAD), options);
			await server.edge(id, "silent");
			const waiting = client.call("nexus_send", { agent_id: "silent", content: "?", wait: true, timeout_seconds: 600 });
			const ended = expect(waiting).rejects.toThrow();
			await expect
				.poll(() => server.home.records("kind = 'message'").filter(({ principal }) => principal === `agent:${id}`))
				.toHaveLength(1);
			await (await server.connect()).call("delete_agent", { name: id });
			await ended;
		}
	});

	it("[wire-6-mcp] bad input is answered with the code of the table", async () => {
		const key = server.adminKey;
		for (const wrong of [null, "", "writ_wrong", "x y"]) {
			const answered = await raw(wrong, INITIALIZE);
			expect([answered.status, answered.headers.get("WWW-Authenticate")]).toEqual([401, 'Bearer realm="writ"']);
		}
		expect((await raw(key, "{")).text).toContain("-32700");
		const deep = await raw(key, `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${"[".repeat(20_000)}${"]".repeat(20_000)}}}`);
		expect([deep.status, deep.text.includes("-32600")]).toEqual([400, true]);
		for (const body of ["[]", "7", "null", '"x"']) expect((await raw(key, body)).text).toContain("-32600");
		expect((await raw(key, INITIALIZE, { "Content-Type": "text/plain" })).status).toBe(415);
		for (const method of ["PUT", "PATCH", "OPTIONS"]) expect((await raw(key, INITIALIZE, {}, method)).status).toBe(405);
		expect((await raw(key, { ...INITIALIZE, padding: "x".repeat(1024 * 1024) })).status).toBe(413);
		const id = await session(key);
		const unknown = await raw(
			key,
			{ jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "nope", arguments: {} } },
			{ "Mcp-Session-Id": id },
		);
		expect(unknown.text).toContain("-32602");
		const bytes = Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'), Buffer.from([0xff]), Buffer.from('"}')]);
		const response = await fetch(server.url, {
			method: "POST",
			headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
			body: bytes,
		});
		expect(await response.text()).toContain("-32700");
		expect((await raw(key, LIST, { Origin: "http://evil.example" })).status).toBe(403);
	});

	it("[wire-1-claims] a claim to be somebody else changes nothing and is recorded", async () => {
		const key = await server.agentKey("honest");
		const headers = { "Mcp-Session-Id": await session(key), "X-Source-Agent": "admin", "X-Correlation-Id": "corr-1" };
		const call = { jsonrpc: "2.0", id: 4, method: "tools/call", params: { name: "my_writ", arguments: {} } };
		expect((await raw(key, call, headers)).text).toContain("honest");
		const record = server.home.records("correlation_id = 'corr-1'").at(-1);
		expect(record).toMatchObject({ principal: "agent:honest", point: "mcp", claimed: { "x-source-agent": "admin" } });
	});

	it("[wire-5-progress] who waits is told that the wait goes on, and a wait that is given up ends", async () => {
		const patient = await server.agent("patient", LEAD);
		const slow = await server.agent("slow", LEAD);
		await server.edge("patient", "slow");
		const steps: number[] = [];
		const giveUp = new AbortController();
		const waiting = patient.client.callTool(
			{ name: "nexus_send", arguments: { agent_id: "slow", content: "?", wait: true, timeout_seconds: 60 } },
			{ onprogress: ({ progress }) => steps.push(progress), signal: giveUp.signal },
		);
		await expect.poll(() => steps.length, { timeout: 10_000 }).toBeGreaterThan(2);
		expect(steps).toEqual(steps.toSorted((one, other) => one - other));
		giveUp.abort("enough");
		await expect(waiting).rejects.toThrow();
		// The wait is over for the server too: the other way round there is no cycle of waits.
		await server.edge("slow", "patient");
		const back = slow.client.callTool({
			name: "nexus_send",
			arguments: { agent_id: "patient", content: "!", wait: true, timeout_seconds: 1 },
		});
		expect((await back).structuredContent).toMatchObject({ code: "deadline" });
	});

	it("a client that leaves in the middle of a stream leaves nothing behind", async () => {
		const key = await server.agentKey("leaver");
		const id = await session(key);
		const { promise, resolve } = Promise.withResolvers<void>();
		const open = httpRequest(
			server.url,
			{ headers: { Authorization: `Bearer ${key}`, Accept: "text/event-stream", "Mcp-Session-Id": id } },
			(response) => {
				response.on("error", () => undefined);
				open.destroy();
				resolve();
			},
		);
		open.on("error", () => undefined);
		open.end();
		await promise;
		await expect.poll(async () => (await raw(key, undefined, { "Mcp-Session-Id": id }, "GET")).status).toBe(200);
		expect(server.home.log.filter((line) => line.includes("/mcp failed"))).toEqual([]);
	});
});
