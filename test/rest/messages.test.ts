import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, openServer, type TestServer } from "./open-server.ts";

let server: TestServer;
let admin: Call;
let a: Call;
let b: Call;
beforeAll(async () => {
	server = await openServer();
	admin = server.admin;
	const messaging = { profile: "trusted" };
	a = await server.agent("a", messaging);
	b = await server.agent("b", messaging);
	await server.agent("c", messaging);
	await admin("PUT", "/v1/edges/a/b", {});
});
afterAll(() => server.close());

describe("messages between agents", () => {
	it("delivers where there is an edge, and brings back the answer to whoever waits", async () => {
		const waiting = a("POST", "/api/agents/b/chat", { message: "ready?", wait: true, timeout_seconds: 20 });
		const taken = await until(async () => (await b("GET", "/v1/agents/b/messages")).body.items[0]);
		expect(taken).toMatchObject({ from: "a", to: "b", content: "ready?", depth: 1 });
		const received = await server.home.connect();
		const [message] = (await received.ask("message:receive", { agent_id: "b" })).messages as { id: string }[];
		expect((await b("POST", `/v1/messages/${message?.id}/answer`, { content: "yes" })).status).toBe(200);
		expect((await waiting).body).toMatchObject({ response: "yes", execution: { queue_status: "completed", was_queued: false } });
	});

	it("[wire-8-29] denies without an edge: the seed's body, an empty mailbox, one record", async () => {
		const denied = await a("POST", "/api/agents/c/chat", { message: "hello" });
		expect(denied.status).toBe(403);
		expect(denied.body).toMatchObject({
			success: false,
			error: "Permission denied",
			message: "Agent 'a' is not permitted to communicate with 'c'",
			code: "AGENT_PERMISSION_DENIED",
			reason: "no-edge",
			caller: "a",
			target: "c",
			status: 403,
		});
		expect((await admin("GET", "/v1/agents/c/messages")).body.items).toEqual([]);
		expect(
			server.home.records().filter(({ agent, effect, kind }) => agent === "a" && effect === "deny" && kind === "decision"),
		).toHaveLength(1);
	});

	it("[wire-1-uniform] answers the same for a forbidden, a missing, a blocked and an ended agent", async () => {
		await server.agent("gone", { profile: "trusted" });
		await admin("DELETE", "/v1/agents/gone");
		await server.agent("blocked", { profile: "trusted" });
		await admin("PUT", "/v1/edges/a/blocked", { effect: "block" });
		const bodies = [];
		for (const target of ["c", "missing", "gone", "blocked"]) {
			const { status, body } = await a("POST", `/api/agents/${target}/chat`, { message: "hello" });
			const text = JSON.stringify({ status, ...body, request_id: "", decision_id: "" }).replaceAll(`'${target}'`, "'X'");
			bodies.push(text.replace(`"target":"${target}"`, '"target":"X"'));
		}
		expect(new Set(bodies).size).toBe(1);
	});

	it("[wire-8-30] believes the key and not what is claimed", async () => {
		const sent = await a("POST", "/api/agents/b/chat", { message: "it is me" }, { "X-Source-Agent": "c" });
		expect(sent.body.metadata).toMatchObject({ from: "a" });
		expect(server.home.records().some(({ claimed }) => JSON.stringify(claimed ?? {}).includes('"x-source-agent":"c"'))).toBe(true);
	});

	it("[wire-2-self-send] lets nobody write to itself", async () => {
		expect((await a("POST", "/api/agents/a/chat", { message: "me" })).status).toBe(400);
	});

	it("[wire-8-35] judges expiry and rate of an edge at each request", async () => {
		const d = await server.agent("d", { profile: "trusted" });
		expect((await admin("PUT", "/v1/edges/d/b", { expires_at: "2001-01-01T00:00:00Z" })).status).toBe(400);
		await admin("PUT", "/v1/edges/d/b", { rate: { count: 2, per_seconds: 60 } });
		const statuses = [];
		for (let count = 0; count < 3; count++) statuses.push((await d("POST", "/api/agents/b/chat", { message: "x" })).status);
		expect(statuses).toEqual([200, 200, 429]);
	});

	it("[wire-8-36] lets a block beat what a group allows, and leaving the group end the reach", async () => {
		const e = await server.agent("e", { profile: "trusted" });
		await admin("PUT", "/v1/groups/team", { members: ["e", "b"] });
		await admin("PUT", "/v1/edges/group:team/group:team", {});
		const status = async () => (await e("POST", "/api/agents/b/chat", { message: "x" })).status;
		expect(await status()).toBe(200);
		await admin("PUT", "/v1/edges/e/b", { effect: "block" });
		expect(await status()).toBe(403);
		await admin("DELETE", "/v1/edges/e/b");
		expect(await status()).toBe(200);
		await admin("PUT", "/v1/groups/team", { members: ["b"] });
		expect(await status()).toBe(403);
	});
});

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
	for (let tries = 0; tries < 200; tries++) {
		const seen = await look();
		if (seen !== undefined) return seen;
		await new Promise((resolve) => setTimeout(resolve, 25));
	}
	throw new Error("it never came");
}
