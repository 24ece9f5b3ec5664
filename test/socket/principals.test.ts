import { statSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveSocket } from "../../src/points/socket/index.ts";
import { openHome, type TestHome } from "../authority/open-home.ts";
import { connectClient, type TestClient } from "./socket-client.ts";

let home: TestHome;
let person: TestClient;
let key: string;
beforeAll(async () => {
	home = await openHome();
	person = await home.connect();
	const spawner = { capabilities: { spawn_agents: true } };
	const spawned = await person.ask("agent:spawn", { agent_id: "worker", permission_profile: "trusted", permission_overrides: spawner });
	key = String(spawned.api_key);
});
afterAll(() => home.close());

describe("who a client is", () => {
	it("[socket-peer] without a key it is the local person, an administrator; the socket is for its owner alone", async () => {
		expect(await person.ask("system:connect")).toMatchObject({ principal: "local", scope: "user", reply_style: "flat" });
		expect(statSync(home.path).mode & 0o777).toBe(0o600);
		expect(statSync(dirname(home.path)).mode & 0o777).toBe(0o700);
	});

	it("[socket-connect] a key makes it the holder, once; a second principal is refused", async () => {
		const agent = await connectClient(home.path);
		expect(await agent.ask("system:connect", { key })).toMatchObject({ principal: "worker", scope: "agent" });
		const { api_key } = await person.ask("key:create", { name: "second", scope: "user" });
		expect(await agent.ask("system:connect", { key: api_key })).toMatchObject({ error: expect.any(String), status: "failed" });
		expect(await agent.ask("permission:set_agent", { agent_id: "worker" })).toMatchObject({ code: "person-required" });
		agent.close();
	});

	it("[socket-bad-key] a bad key is an error and a close, never the local person", async () => {
		const attempts = ["writ_wrong", "", "x".repeat(5_000), `${key}x`, key.toUpperCase(), 7, null, [key], { key }];
		for (const wrong of attempts) {
			const answers = await home.pipe(
				`${JSON.stringify({ event: "system:connect", data: { key: wrong } })}\n{"event":"agent:spawn","data":{"agent_id":"smuggled"}}\n`,
			);
			expect(answers[0]).toMatchObject({ error: expect.any(String), status: "failed" });
			for (const answer of answers.slice(1)) expect(answer).toMatchObject({ code: "unknown-principal" });
		}
		expect(await person.ask("agent:info", { agent_id: "smuggled" })).toMatchObject({ error: "Agent smuggled not found" });
	});

	it("[socket-connect-order] lines that follow a connect in one write run as the new principal, also with ids of their own", async () => {
		const client = await connectClient(home.path);
		const set = { event: "permission:set_agent", data: { agent_id: "worker", profile: "trusted" }, correlation_id: "after" };
		client.write(`${JSON.stringify({ event: "system:connect", data: { key }, correlation_id: "before" })}\n${JSON.stringify(set)}\n`);
		const answers = [await client.next(), await client.next()];
		expect(answers.find(({ correlation_id }) => correlation_id === "after")).toMatchObject({ code: "person-required" });
		client.close();
	});

	it("[socket-peer-none] with socket.peer none a client without a key is nobody", async () => {
		const fresh = await openHome();
		try {
			const before = await fresh.connect();
			await before.ask("setting:set", { name: "socket.peer", value: "none" });
			const again = await fresh.reopen();
			const nobody = await again.connect();
			expect(await nobody.ask("agent:list")).toMatchObject({ code: "unknown-principal" });
			expect(await nobody.ask("agent:spawn", { agent_id: "x" })).toMatchObject({ code: "unknown-principal" });
			expect(await nobody.ask("system:health")).toMatchObject({ status: "healthy" });
			await again.stop();
		} finally {
			await fresh.close().catch(() => undefined);
		}
	});

	it("[socket-reply-setting] socket.reply chooses the style of every connection that does not choose", async () => {
		const fresh = await openHome();
		const before = await fresh.connect();
		await before.ask("setting:set", { name: "socket.reply", value: "envelope" });
		const again = await fresh.reopen();
		const client = await again.connect();
		expect(await client.ask("system:health")).toMatchObject({ event: "system:health", data: { status: "success" }, count: 1 });
		await again.close();
	});

	it("[socket-discover-visible] discovery and help show an agent only what it may send", async () => {
		const agent = await home.connect(key);
		const mine = await agent.ask("system:discover", { level: "namespace" });
		const all = await person.ask("system:discover", { level: "namespace" });
		expect(Number(mine.total_events)).toBeLessThan(Number(all.total_events));
		expect(JSON.stringify(mine)).not.toContain("permission:set_agent");
		expect(await agent.ask("system:help", { event: "permission:set_agent" })).toMatchObject({
			error: "Unknown event: permission:set_agent",
		});
	});

	it("[socket-agent-events] what is for people is person-required to agents and systems, with a record", async () => {
		const { api_key } = await person.ask("key:create", { name: "ci", scope: "system" });
		const persons = [
			"permission:set_agent permission:remove_agent permission:answer permission:revoke permission:list_profiles",
			"agent:register agent:unregister agent:rename system:shutdown monitor:clear_log event_log:clear",
			"sandbox:create sandbox:get sandbox:remove sandbox:list sandbox:stats checkpoint:collect checkpoint:restore",
			"edge:set edge:remove edge:list group:set group:get group:list group:remove grant:create grant:revoke",
			"key:create key:list key:revoke key:rotate audit:verify audit:retain audit:learn audit:replay setting:list setting:set",
		].flatMap((line) => line.split(" "));
		for (const client of [await home.connect(key), await home.connect(String(api_key))])
			for (const event of persons) {
				const before = home.records("kind = 'decision'").length;
				const answer = await client.ask(event, argumentsFor(event));
				expect([event, answer.code]).toEqual([event, "person-required"]);
				expect(home.records("kind = 'decision'").length).toBe(before + 1);
			}
	});

	it("[socket-agent-events] an agent's writ says which other events it may send", async () => {
		const quiet = { tools: { allowed: ["Read"] }, events: { allowed: ["agent:list", "system:*"] } };
		const { api_key } = await person.ask("agent:spawn", { agent_id: "quiet", permission_profile: quiet });
		const agent = await home.connect(String(api_key));
		expect(await agent.ask("agent:list")).toMatchObject({ agents: [{ agent_id: "quiet" }] });
		expect(await agent.ask("monitor:get_events")).toMatchObject({ status: "failed", reasons: [{}] });
		expect(home.records("agent = 'quiet' AND effect = 'deny'")).toMatchObject([{ request: { event: "monitor:get_events" } }]);
	});

	it("[socket-revoked-key] the connection of a revoked key, of an ended agent, and of a rotated key is closed", async () => {
		const spawned = await person.ask("agent:spawn", { agent_id: "brief" });
		const client = await home.connect(String(spawned.api_key));
		const { keys } = await person.ask("key:list", { agent_id: "brief" });
		const [{ id } = { id: "" }] = keys as { id: string }[];
		const { api_key } = await person.ask("key:rotate", { key_id: id });
		await client.closed;
		const second = await home.connect(String(api_key));
		await person.ask("agent:terminate", { agent_id: "brief" });
		await second.closed;
		const [answer] = await home.pipe(`${JSON.stringify({ event: "system:connect", data: { key: api_key } })}\n`);
		expect(answer).toMatchObject({ status: "failed" });
	});

	it("[socket-agent-audience] an agent hears and reads of itself and its descendants, and of nobody else", async () => {
		const agent = await home.connect(key);
		await agent.ask("monitor:subscribe", { event_patterns: ["*"] });
		await person.ask("agent:spawn", { agent_id: "stranger" });
		await agent.ask("agent:spawn", { agent_id: "offspring", permission_profile: "restricted" });
		await expect.poll(() => agent.lines.map(({ event }) => event)).toContain("permission:delegate");
		const about = new Set(agent.lines.map(({ data }) => (data as { agent_id: string }).agent_id));
		expect([...about].filter((id) => id !== "worker" && id !== "offspring")).toEqual([]);
		const past = await agent.ask("monitor:get_events", { event_patterns: ["agent:*"] });
		expect(JSON.stringify(past)).toContain("offspring");
		expect(JSON.stringify(past)).not.toContain("stranger");
	});

	it("[socket-child-key] an agent that spawns never sees its child's key", async () => {
		const agent = await home.connect(key);
		const child = await agent.ask("agent:spawn", { agent_id: "secret-child", permission_profile: "restricted" });
		expect(child).toMatchObject({ status: "created" });
		expect(JSON.stringify(child)).not.toMatch(/writ_[A-Za-z0-9_-]{20,}/);
	});

	it("[socket-other-parent] an agent cannot spawn for another parent", async () => {
		const agent = await home.connect(key);
		const before = home.rows();
		for (const name of ["parent_agent_id", "originator_agent_id"])
			expect(await agent.ask("agent:spawn", { agent_id: "cuckoo", [name]: "stranger" })).toMatchObject({ status: "failed" });
		expect(home.rows()).toBe(before);
	});
});

describe("a client that says too much", () => {
	it("[socket-line-rate] is read more slowly and loses nothing", async () => {
		const path = `${home.path}2`;
		const served = await serveSocket({ authority: home.authority, path, stop: () => undefined, linesPerSecond: 100 });
		const client = await connectClient(path);
		const begun = performance.now();
		for (let at = 0; at < 12; at++) {
			client.write('{"event":"system:health"}\n'.repeat(25));
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
		for (let at = 0; at < 300; at++) await client.next();
		expect(performance.now() - begun).toBeGreaterThan(800);
		client.close();
		await served.close();
	});

	it("[socket-gap] a subscriber that does not read is told how many events it missed", async () => {
		const deaf = await connectClient(home.path);
		await deaf.ask("monitor:subscribe", { event_patterns: ["permission:violation"] });
		deaf.pause();
		const request = { kind: "tool", tool: "x".repeat(1_000), input: {} };
		for (let at = 0; at < 40; at++)
			await Promise.all(Array.from({ length: 60 }, () => person.ask("permission:decide", { agent_id: "worker", request })));
		deaf.resume();
		await expect.poll(() => deaf.lines.length, { timeout: 5_000 }).toBeGreaterThan(900);
		await person.ask("permission:decide", { agent_id: "worker", request });
		await expect
			.poll(() => deaf.lines.find(({ event }) => event === "monitor:gap"))
			.toMatchObject({ data: { dropped: expect.any(Number) } });
		deaf.close();
	});
});

/** Enough for the line to be read: it is refused before anything looks at it. */
function argumentsFor(event: string): Readonly<Record<string, unknown>> {
	const all: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
		"permission:answer": { request_id: "x", effect: "allow" },
		"permission:revoke": { grant_id: "x" },
		"agent:rename": { agent_id: "worker", to: "other" },
		"checkpoint:restore": { path: "x" },
		"edge:set": { source: "worker", target: "other" },
		"edge:remove": { source: "worker", target: "other" },
		"group:set": { name: "x", members: [] },
		"group:get": { name: "x" },
		"group:remove": { name: "x" },
		"grant:create": { agent_id: "worker", rule: "Bash", scope: "session" },
		"grant:revoke": { grant_id: "x" },
		"key:create": { name: "x" },
		"key:revoke": { key_id: "x" },
		"key:rotate": { key_id: "x" },
		"audit:retain": { before: 1 },
		"setting:set": { name: "edges.default", value: "same-owner" },
	};
	const takesAgent = ["permission:set_agent", "permission:remove_agent", "agent:register", "agent:unregister", "audit:learn"];
	if (takesAgent.includes(event) || /^sandbox:(create|get|remove)$/.test(event)) return { agent_id: "worker" };
	return all[event] ?? {};
}
