import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Answer, TestClient } from "../socket/socket-client.ts";
import { openHome, type TestHome } from "./open-home.ts";

const START = Date.parse("2026-01-01T00:00:00Z");
const PROFILE = {
	tools: { allowed: ["Read", "Write"], disallowed: ["WebSearch"], ask: ["Write"] },
	filesystem: { read_paths: ["./workspace"], write_paths: ["./workspace"] },
	approvals: { deadline_seconds: 120 },
};
const WRITE = { kind: "tool", tool: "Write", input: { file_path: "a", content: "x" } };
const GREP = { kind: "tool", tool: "TodoRead", input: {} };

let home: TestHome;
let person: TestClient;
let agent: TestClient;
beforeEach(async () => {
	home = await openHome({
		at: START,
		prepare: (place) =>
			writeFileSync(join(place, "ceiling.yaml"), "tools:\n  allowed: [Read, Write, TodoRead, TodoWrite, WebSearch]\n", { mode: 0o600 }),
	});
	person = await home.connect();
	const { api_key, error } = await person.ask("agent:spawn", { agent_id: "worker", permission_profile: PROFILE });
	expect(error).toBe(undefined);
	agent = await home.connect(String(api_key));
});
afterEach(() => home.close());

const decide = async (request: unknown): Promise<string> => String((await agent.ask("permission:decide", { request })).effect);
const request = (rule = "TodoRead"): Promise<Answer> => agent.ask("permission:request", { rule, reason: "I need it" });
const answer = (request_id: unknown, more: object): Promise<Answer> => person.ask("permission:answer", { request_id, ...more });
const grant = (rule: string, more: object): Promise<Answer> => person.ask("grant:create", { agent_id: "worker", rule, ...more });

describe("a request for permission", () => {
	it("[authority-approval-flow] waits, is answered by a person, becomes a grant, is used up, and then it is denied again", async () => {
		expect(await decide(GREP)).toBe("deny");
		const asked = await request();
		expect(asked).toMatchObject({ request_id: expect.any(String), status: "pending" });
		expect(await decide(GREP)).toBe("deny");
		expect(await person.ask("approval:list")).toMatchObject({
			approvals: [{ id: asked.request_id, agent: "worker", rule: "TodoRead", reason: "I need it", status: "pending" }],
		});
		const given = await answer(asked.request_id, { effect: "allow", scope: "once" });
		expect(given).toMatchObject({ status: "approved", grant_id: expect.any(String) });
		expect([await decide(GREP), await decide(GREP)]).toEqual(["allow", "deny"]);
	});

	it("[authority-approval-joined] is joined when the same question is open already", async () => {
		expect((await request()).request_id).toBe((await request()).request_id);
		expect((await request("TodoWrite")).request_id).not.toBe((await request()).request_id);
	});

	it("[authority-approval-denied] that is denied stays denied, with the event", async () => {
		const { request_id } = await request();
		expect(await answer(request_id, { effect: "deny", reason: "no" })).toMatchObject({ status: "denied" });
		expect(await decide(GREP)).toBe("deny");
		expect(await person.ask("monitor:get_events", { event_patterns: ["permission:denied"] })).toMatchObject({ count: 1 });
	});

	it("[authority-second-answer] takes one answer only", async () => {
		const { request_id } = await request();
		await answer(request_id, { effect: "deny" });
		expect(await answer(request_id, { effect: "allow", scope: "session" })).toMatchObject({ status: "failed" });
		expect(await decide(GREP)).toBe("deny");
	});

	it("[authority-approval-expires] that nobody answers in time is a denial, whatever is answered later", async () => {
		const { request_id } = await request();
		home.clock.move(121_000);
		expect(await answer(request_id, { effect: "allow", scope: "session" })).toMatchObject({ status: "failed" });
		expect(await agent.ask("approval:wait", { request_id, wait_seconds: 1 })).toMatchObject({ status: "expired" });
		expect(await decide(GREP)).toBe("deny");
		expect(home.records("kind = 'approval'").at(-1)).toMatchObject({ principal: "system:authority", code: "approval-timeout" });
	});

	it("[authority-person-answers] is answered by people with authority over the agent alone", async () => {
		const { request_id } = await request();
		expect(await agent.ask("permission:answer", { request_id, effect: "allow", scope: "session" })).toMatchObject({
			code: "person-required",
		});
		for (const [name, more] of [
			["ci", { scope: "system" }],
			["eve", { email: "eve@example.com", role: "creator" }],
		] as const) {
			const { api_key } = await person.ask("key:create", { name, ...more });
			const other = await home.connect(String(api_key));
			expect(await other.ask("permission:answer", { request_id, effect: "allow", scope: "session" })).toMatchObject({ status: "failed" });
			expect(await other.ask("grant:create", { agent_id: "worker", rule: "TodoRead", scope: "session" })).toMatchObject({
				status: "failed",
			});
		}
		expect(await decide(GREP)).toBe("deny");
	});

	it("[authority-ask-approval] of a decision that asks is one approval, and allowing it once lets that one request pass", async () => {
		const asked = await agent.ask("permission:decide", { request: WRITE });
		expect(asked).toMatchObject({ effect: "ask", request_id: expect.any(String) });
		expect((await agent.ask("permission:decide", { request: WRITE })).request_id).toBe(asked.request_id);
		const waiting = agent.ask("approval:wait", { request_id: asked.request_id, wait_seconds: 10 });
		expect(await answer(asked.request_id, { effect: "allow", scope: "once" })).toMatchObject({ status: "approved" });
		expect(await waiting).toMatchObject({ status: "approved" });
		expect(await person.ask("grant:list")).toMatchObject({ grants: [] });
		expect([await decide(WRITE), await decide(WRITE)]).toEqual(["allow", "ask"]);
		await grant("Write", { scope: "once" });
		expect([await decide(WRITE), await decide(WRITE)]).toEqual(["allow", "ask"]);
	});

	it("[authority-approval-restart] ends denied when its agent restarts or ends", async () => {
		const { request_id } = await request();
		await person.ask("agent:restart", { agent_id: "worker" });
		expect(await answer(request_id, { effect: "allow", scope: "session" })).toMatchObject({ status: "failed" });
		const again = await request();
		await person.ask("agent:terminate", { agent_id: "worker" });
		expect(await answer(again.request_id, { effect: "allow", scope: "session" })).toMatchObject({ status: "failed" });
		expect(home.records("kind = 'approval'").filter(({ code }) => code === "approval-denied")).toHaveLength(2);
	});
});

describe("a grant", () => {
	it("[authority-state-67] of two calls allows two, of minutes allows for so long, of a session until the restart", async () => {
		await grant("TodoRead", { scope: "calls", calls: 2 });
		expect([await decide(GREP), await decide(GREP), await decide(GREP)]).toEqual(["allow", "allow", "deny"]);
		await grant("TodoRead", { scope: "minutes", minutes: 5 });
		home.clock.move(299_000);
		expect(await decide(GREP)).toBe("allow");
		home.clock.move(2_000);
		expect(await decide(GREP)).toBe("deny");
		await grant("TodoRead", { scope: "session" });
		expect([await decide(GREP), await decide(GREP)]).toEqual(["allow", "allow"]);
		await person.ask("agent:restart", { agent_id: "worker" });
		expect(await decide(GREP)).toBe("deny");
	});

	it("[authority-state-67] of a task holds until the message that is handled is answered", async () => {
		await person.ask("agent:send_message", { agent_id: "worker", message: "do it" });
		const { messages } = await agent.ask("message:receive");
		await grant("TodoRead", { scope: "task" });
		expect([await decide(GREP), await decide(GREP)]).toEqual(["allow", "allow"]);
		const [{ id } = { id: "" }] = messages as { id: string }[];
		expect(await agent.ask("message:answer", { message_id: id, content: "done" })).toMatchObject({ status: "answered" });
		expect(await decide(GREP)).toBe("deny");
	});

	it("[authority-grant-revoked] is over at once when it is revoked, and its agent cannot revoke or make one", async () => {
		const { grant: made } = await grant("TodoRead", { scope: "session" });
		expect(await decide(GREP)).toBe("allow");
		const { id: grant_id } = made as { id: string };
		expect(await agent.ask("grant:create", { agent_id: "worker", rule: "Write", scope: "session" })).toMatchObject({
			code: "person-required",
		});
		expect(await person.ask("permission:revoke", { grant_id })).toMatchObject({ status: "revoked" });
		expect(await decide(GREP)).toBe("deny");
	});

	it("[authority-grant-limits] never beats a deny rule, never passes the ceiling, and is its agent's alone", async () => {
		await grant("WebSearch", { scope: "session" });
		expect(await decide({ kind: "tool", tool: "WebSearch", input: { query: "x" } })).toBe("deny");
		await grant("Glob", { scope: "session" });
		expect(await decide({ kind: "tool", tool: "Glob", input: { pattern: "*" } })).toBe("deny");
		await grant("TodoRead", { scope: "session" });
		await person.ask("agent:spawn", { agent_id: "other", permission_profile: PROFILE });
		expect(await person.ask("permission:decide", { agent_id: "other", request: GREP })).toMatchObject({ effect: "deny" });
		expect(await decide(GREP)).toBe("allow");
	});

	it("[authority-grant-race] of one call is used once, however many ask at the same time", async () => {
		await grant("TodoRead", { scope: "once" });
		const clients = await Promise.all(Array.from({ length: 5 }, () => home.connect()));
		const asked = clients.flatMap((client) =>
			Array.from({ length: 10 }, () => client.ask("permission:decide", { agent_id: "worker", request: GREP })),
		);
		expect((await Promise.all(asked)).filter(({ effect }) => effect === "allow")).toHaveLength(1);
	});

	it("[authority-clock-jumps] does not come back when the clock jumps backwards, and nothing breaks when it jumps ahead", async () => {
		await grant("TodoRead", { scope: "minutes", minutes: 5 });
		home.clock.move(6 * 60_000);
		expect(await decide(GREP)).toBe("deny");
		home.clock.move(-6 * 60_000);
		// The grant was never used up; time itself is what the clock says, and the record's order does not depend on it.
		const asked = await request("TodoWrite");
		home.clock.move(400 * 24 * 3_600_000);
		expect(await decide(GREP)).toBe("deny");
		expect(await answer(asked.request_id, { effect: "allow", scope: "session" })).toMatchObject({ status: "failed" });
		home.clock.move(-800 * 24 * 3_600_000);
		expect(await decide({ kind: "tool", tool: "Bash", input: { command: "ls" } })).toBe("deny");
		expect(await person.ask("agent:spawn", { agent_id: "early" })).toMatchObject({ status: "created" });
		expect(await person.ask("audit:verify")).toMatchObject({ ok: true });
	});
});
