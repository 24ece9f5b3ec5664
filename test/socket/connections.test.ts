import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openHome, type TestHome } from "../authority/open-home.ts";
import type { Answer, TestClient } from "./socket-client.ts";

const LARGE = "x y ".repeat(240_000);

let home: TestHome;
let person: TestClient;
beforeAll(async () => {
	home = await openHome();
	person = await home.connect();
});
afterAll(() => home.close());

const spawn = async (agent_id: string, more: Readonly<Record<string, unknown>> = {}): Promise<TestClient> => {
	const { api_key } = await person.ask("agent:spawn", { agent_id, permission_profile: "trusted", ...more });
	return home.connect(String(api_key));
};

const personOf = async (email: string, more: Readonly<Record<string, unknown>> = {}): Promise<TestClient> => {
	const { api_key } = await person.ask("key:create", { name: email, scope: "user", email, role: "creator", ...more });
	return home.connect(String(api_key));
};

describe("an agent whose id went to another one", () => {
	it("[socket-uid] is not the other one: its connections, waits and subscriptions end", async () => {
		const asker = await spawn("ra");
		const waiter = await spawnAgain("ra");
		const listener = await spawnAgain("ra");
		await listener.ask("monitor:subscribe", { event_patterns: ["*"] });
		await listener.ask("message:subscribe");
		const waiting = waiter.ask("message:receive", { wait_seconds: 20 }).catch(() => null);
		await person.ask("agent:rename", { agent_id: "ra", to: "rb" });
		const told = listener.lines.length;
		const stolen = asker.ask("permission:decide", { request: { kind: "command", command: "echo stolen" } }).catch(() => null);
		await spawn("ra");
		await person.ask("agent:send_message", { agent_id: "ra", message: "for the new one only" });
		expect((await stolen)?.effect ?? "deny").toBe("deny");
		expect(await waiting).not.toHaveProperty("messages");
		await Promise.all([asker.closed, waiter.closed, listener.closed]);
		expect(JSON.stringify(listener.lines.slice(told))).not.toContain('"ra"');
		expect(await person.ask("message:receive", { agent_id: "ra" })).toMatchObject({ messages: [{ content: "for the new one only" }] });
	});

	it("[socket-uid] connects again under its new id with the key that it has", async () => {
		const { api_key } = await person.ask("agent:spawn", { agent_id: "before", permission_profile: "trusted" });
		await person.ask("agent:rename", { agent_id: "before", to: "after" });
		const again = await home.connect();
		expect(await again.ask("system:connect", { key: api_key })).toMatchObject({ principal: "after" });
		expect(await again.ask("permission:decide", { request: { kind: "tool", tool: "Read", input: {} } })).toHaveProperty("decision_id");
	});

	it("[socket-uid] an id that a descendant gave up is heard no more", async () => {
		const parent = await spawn("elder", { permission_overrides: { capabilities: { spawn_agents: true } } });
		await parent.ask("agent:spawn", { agent_id: "younger", permission_profile: "restricted" });
		await parent.ask("monitor:subscribe", { event_patterns: ["*"] });
		await person.ask("agent:terminate", { agent_id: "younger" });
		await expect.poll(() => parent.lines.map(({ event }) => event)).toContain("agent:terminated");
		const told = parent.lines.length;
		await person.ask("agent:spawn", { agent_id: "younger", permission_profile: "restricted" });
		await person.ask("permission:decide", { agent_id: "elder", request: { kind: "tool", tool: "Nothing", input: {} } });
		await expect.poll(() => parent.lines.slice(told).map(({ data }) => (data as Answer).agent_id)).toEqual(["elder"]);
	});

	async function spawnAgain(agent_id: string): Promise<TestClient> {
		const { api_key } = await person.ask("key:create", { name: "another", scope: "agent", agent_id });
		return home.connect(String(api_key));
	}
});

describe("answers that would be too large", () => {
	it("[socket-reply-size] a page of records ends early, and goes on where it ended", async () => {
		await spawn("writer");
		const request = { kind: "tool", tool: "Write", input: { file_path: "a", content: "x y ".repeat(4_000) } };
		for (let at = 0; at < 20; at++)
			await Promise.all(Array.from({ length: 40 }, () => person.ask("permission:decide", { agent_id: "writer", request })));
		const filter = { agent: "writer", kind: "decision", limit: 1_000 };
		const first = await person.ask("audit:list", filter);
		const second = await person.ask("audit:list", { ...filter, cursor: first.next_cursor });
		expect((first.records as Answer[]).length).toBeLessThan(800);
		const ids = [first, second].flatMap(({ records }) => (records as Answer[]).map(({ id }) => id));
		expect([ids.length, new Set(ids).size, second.next_cursor]).toEqual([800, 800, null]);
	});

	it("[socket-reply-size] fewer messages are taken, none is lost, and peeking is as short", async () => {
		await spawn("reader");
		for (let at = 0; at < 20; at++) await person.ask("agent:send_message", { agent_id: "reader", message: `${at} ${LARGE}` });
		const order: string[] = [];
		const { messages: seen } = await person.ask("message:receive", { agent_id: "reader", limit: 1_000, peek: true });
		expect((seen as Answer[]).length).toBeLessThan(20);
		for (let rounds = 0; order.length < 20 && rounds < 20; rounds++) {
			const { messages } = await person.ask("message:receive", { agent_id: "reader", limit: 1_000 });
			expect(JSON.stringify(messages).length).toBeLessThan(20 * 1024 * 1024);
			order.push(...(messages as Answer[]).map(({ content }) => String(content).split(" ", 1)[0] ?? ""));
		}
		expect(order).toEqual(Array.from({ length: 20 }, (_, at) => String(at)));
		for (let at = 0; at < 30; at++) await person.ask("agent:send_message", { agent_id: "reader", message: String(at) });
		expect((await person.ask("message:receive", { agent_id: "reader", limit: 25, peek: true })).messages).toHaveLength(25);
		expect((await person.ask("message:receive", { agent_id: "reader", limit: 25 })).messages).toHaveLength(25);
	});
});

describe("what a subscriber hears", () => {
	it("[socket-person-audience] a person hears of the agents that are theirs, and of nobody else's", async () => {
		const user = await personOf("u@example.com");
		await user.ask("monitor:subscribe", { event_patterns: ["*"] });
		await user.ask("message:subscribe");
		const told = user.lines.length;
		await spawn("foreign");
		await person.ask("agent:send_message", { agent_id: "foreign", message: "secret" });
		await person.ask("setting:set", { name: "messages.max_depth", value: 9 });
		await user.ask("agent:spawn", { agent_id: "owned", permission_profile: "restricted" });
		await person.ask("agent:send_message", { agent_id: "owned", message: "hello" });
		await user.ask("agent:terminate", { agent_id: "owned" });
		await expect.poll(() => user.lines.map(({ event }) => event)).toContain("agent:terminated");
		const about = user.lines.slice(told).map(({ data }) => (data as Answer).agent_id);
		expect([...new Set(about)]).toEqual(["owned"]);
		expect(user.lines.map(({ event }) => event)).toContain("message:sent");
	});

	it("[socket-expired-subscription] nothing once its key has expired, and the connection ends", async () => {
		const fresh = await openHome({ at: Date.now() });
		const admin = await fresh.connect();
		const expires_at = new Date(fresh.clock.now() + 60_000).toISOString();
		const { api_key } = await admin.ask("key:create", { name: "short", scope: "user", email: "s@example.com", role: "admin", expires_at });
		const short = await fresh.connect(String(api_key));
		await short.ask("monitor:subscribe", { event_patterns: ["agent:*"] });
		await admin.ask("agent:spawn", { agent_id: "early" });
		await expect.poll(() => short.lines.length).toBeGreaterThan(0);
		const told = short.lines.length;
		fresh.clock.move(60_000);
		await admin.ask("agent:spawn", { agent_id: "late" });
		await short.closed;
		expect(short.lines).toHaveLength(told);
		await fresh.close();
	});

	it("[socket-subscriptions-limit] a connection has at most 32 subscriptions", async () => {
		const client = await home.connect();
		for (let at = 0; at < 32; at++)
			expect(await client.ask("monitor:subscribe", { event_patterns: ["nothing:*"] })).toMatchObject({ status: "subscribed" });
		expect(await client.ask("message:subscribe")).toMatchObject({ code: "too-many-subscriptions" });
		await client.ask("monitor:unsubscribe", { subscription_id: "subscription-1" });
		expect(await client.ask("message:subscribe")).toMatchObject({ status: "subscribed" });
	});

	it("[socket-pattern-cost] patterns of many stars cost nothing", async () => {
		const begun = performance.now();
		for (const pattern of ["*".repeat(4_000), `${"*a".repeat(2_000)}b`, `agent${"*".repeat(100)}d`])
			expect(await person.ask("monitor:get_events", { event_patterns: [pattern] })).toHaveProperty("events");
		expect(performance.now() - begun).toBeLessThan(2_000);
		expect((await person.ask("monitor:get_events", { event_patterns: ["ag*:sp*ed"] })).count).toBeGreaterThan(0);
		expect((await person.ask("monitor:get_events", { event_patterns: ["agent:*agent:spawned"] })).count).toBe(0);
	});
});

describe("settings, mistakes and wrong keys", () => {
	it("[socket-settings-live] socket.reply holds from the next connection on, socket.peer at once", async () => {
		const fresh = await openHome();
		const admin = await fresh.connect();
		await admin.ask("setting:set", { name: "socket.reply", value: "envelope" });
		expect(await (await fresh.connect()).ask("system:health")).toMatchObject({ data: { status: "success" }, count: 1 });
		await admin.ask("setting:set", { name: "socket.reply", value: "flat" });
		const { api_key } = await admin.ask("key:create", { name: "me", scope: "user", email: "me@example.org", role: "admin" });
		const keyed = await fresh.connect(String(api_key));
		await admin.ask("setting:set", { name: "socket.peer", value: "none" });
		await admin.closed;
		expect(await (await fresh.connect()).ask("agent:list")).toMatchObject({ code: "unknown-principal" });
		await keyed.ask("setting:set", { name: "socket.peer", value: "admin" });
		expect(await (await fresh.connect()).ask("agent:list")).toHaveProperty("agents");
		await fresh.close();
	});

	it("[socket-null-request] a request that is null is a recorded denial", async () => {
		await spawn("nothing");
		const answer = await person.ask("permission:decide", { agent_id: "nothing", request: null });
		expect(answer).toMatchObject({ effect: "deny", decision_id: expect.any(String) });
		expect(home.records("agent = 'nothing' AND kind = 'decision'")).toMatchObject([{ id: answer.decision_id, effect: "deny" }]);
	});

	it("[socket-invalid-page] cursors and moments that are not valid are refused as such", async () => {
		for (const [event, data] of [
			["audit:list", { cursor: "x" }],
			["monitor:get_events", { since: 1e300 }],
			["audit:list", { until: 1e300 }],
			["monitor:get_events", { since: "soon" }],
		] as const)
			expect([event, data, (await person.ask(event, data)).code]).toEqual([event, data, "invalid-request"]);
	});

	it("[socket-moments] a moment outside of 1970 to 9999, or none at all, is an error that names its parameter", async () => {
		for (const wrong of [-1, 1e300, 253_402_300_800, "1969-12-31T23:59:59Z", "+010000-01-01T00:00:00Z", "soon", "1", "2026-13-01", ""])
			for (const [event, parameter, data] of [
				["monitor:get_events", "since", {}],
				["audit:list", "until", {}],
				["audit:learn", "since", { agent_id: "x" }],
				["audit:replay", "until", { profile: "standard" }],
				["audit:retain", "before", {}],
				["edge:set", "expires_at", { source: "a", target: "b" }],
				["key:create", "expires_at", { name: "k" }],
			] as const) {
				const answer = await person.ask(event, { ...data, [parameter]: wrong });
				expect([event, wrong, answer.code]).toEqual([event, wrong, "invalid-request"]);
				expect(answer.error).toContain(parameter);
			}
		for (const right of [0, 1.5, "1970-01-01", "2026-01-31T12:00:00Z", "2026-01-31T12:00:00.123+02:00", "9999-12-31T23:59:59.999Z"])
			expect([right, (await person.ask("audit:list", { since: right })).error]).toEqual([right, undefined]);
	});

	it("[socket-failed-logins] too many wrong keys in a minute are told so; a right key is never locked out", async () => {
		const fresh = await openHome({ at: 1_800_000_000_000 });
		const admin = await fresh.connect();
		await admin.ask("setting:set", { name: "rate.failed_logins_per_minute", value: 2 });
		const { api_key } = await admin.ask("key:create", { name: "right", scope: "user" });
		const tried = async (key: unknown) => (await (await fresh.connect()).ask("system:connect", { key })).code;
		expect([await tried("writ_a"), await tried("writ_b"), await tried("writ_c")]).toEqual([
			"unknown-principal",
			"unknown-principal",
			"rate-limited",
		]);
		expect(await tried(api_key)).toBe(undefined);
		fresh.clock.move(60_000);
		expect(await tried("writ_d")).toBe("unknown-principal");
		await fresh.close();
	});

	it("[socket-gone-waiter] a client that went while it waited takes no message", async () => {
		const waiter = await spawn("patient");
		waiter.write('{"event":"message:receive","data":{"wait_seconds":30}}\n');
		await new Promise((resolve) => setTimeout(resolve, 100));
		waiter.close();
		await new Promise((resolve) => setTimeout(resolve, 1_700));
		await person.ask("agent:send_message", { agent_id: "patient", message: "kept" });
		expect((await person.ask("message:receive", { agent_id: "patient" })).messages).toMatchObject([{ content: "kept" }]);
	});
});
