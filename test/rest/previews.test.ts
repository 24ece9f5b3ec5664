import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, openServer, type TestServer } from "./open-server.ts";

let server: TestServer;
let admin: Call;
beforeAll(async () => {
	server = await openServer();
	admin = server.admin;
});
afterAll(() => server.close());

describe("previews", () => {
	it("composes a profile, and says what is wrong with one", async () => {
		expect((await admin("POST", "/v1/compose", { profile: "standard" })).body.profile).toHaveProperty("tools");
		expect((await admin("POST", "/v1/compose", { profile: "no-such" })).status).toBe(400);
		expect((await admin("POST", "/v1/compose", { profile: { colour: "red" } })).body.problems.length).toBeGreaterThan(0);
	});

	it("tells two profiles apart with requests that show it", async () => {
		const { body } = await admin("POST", "/v1/diff", { before: { profile: "restricted" }, after: { profile: "trusted" } });
		expect(body.allows.length).toBeGreaterThan(0);
	});

	it("explains a request of an agent or under a profile, and records nothing", async () => {
		const agent = await server.agent("curious", { profile: "read-only" });
		const before = server.home.records().length;
		const request = { kind: "tool", tool: "Write", input: { file_path: "x", content: "" } };
		const own = await agent("POST", "/v1/explain", { request });
		expect(own.body.decision.effect).toBe("deny");
		expect((await admin("POST", "/v1/explain", { agent: "curious", request })).body.decision).toEqual(own.body.decision);
		expect((await admin("POST", "/v1/explain", { profile: "trusted", request })).status).toBe(200);
		expect((await agent("POST", "/v1/explain", { agent: "somebody", request })).status).toBe(403);
		expect((await admin("POST", "/v1/explain", { request })).status).toBe(400);
		expect(server.home.records().length - before).toBeLessThanOrEqual(1);
	});

	it("replays what was asked under another definition", async () => {
		await server.agent("asked", { profile: "read-only" });
		await admin("POST", "/v1/decide", { agent: "asked", request: { kind: "tool", tool: "Read", input: { file_path: "x" } } });
		const { status, body } = await admin("POST", "/v1/replay", { agent: "asked", profile: "restricted" });
		expect([status, body.decisions]).toEqual([200, 1]);
	});

	it("decides up to a thousand requests at once, each with its record", async () => {
		const agent = await server.agent("many", {});
		const before = server.home.records("1 = 1").filter(({ kind }) => kind === "decision").length;
		const requests = Array.from({ length: 100 }, (_, index) => ({ kind: "tool", tool: "Read", input: { file_path: `f${index}` } }));
		const { body } = await agent("POST", "/v1/decide", { requests });
		expect(body.decisions).toHaveLength(100);
		expect(new Set(body.decisions.map(({ decision_id }: { decision_id: string }) => decision_id)).size).toBe(100);
		expect(server.home.records("1 = 1").filter(({ kind }) => kind === "decision").length - before).toBe(100);
		expect((await agent("POST", "/v1/decide", { requests: Array.from({ length: 1_001 }, () => ({})) })).status).toBe(400);
		expect((await agent("POST", "/v1/decide", { agent: "asked", request: {} })).status).toBe(403);
	});
});
