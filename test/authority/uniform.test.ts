import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer, TestClient } from "../socket/socket-client.ts";
import { openHome, type TestHome } from "./open-home.ts";

let home: TestHome;
let person: TestClient;
beforeAll(async () => {
	home = await openHome();
	person = await home.connect();
	for (const id of ["forbidden", "blocked", "expired", "gone", "hidden"])
		await person.ask("agent:spawn", { agent_id: id, permission_profile: "trusted" });
	await person.ask("permission:set_agent", { agent_id: "hidden", permissions: { messaging: { accept_from: ["nobody-else"] } } });
	await person.ask("agent:terminate", { agent_id: "gone" });
});
afterAll(() => home.close());

const TARGETS = ["missing", "forbidden", "blocked", "expired", "gone", "hidden"];

/** The answer without what the caller sent, ids and time. */
function bytes(answer: Answer, target: string): string {
	const { correlation_id, decision_id, ...rest } = answer;
	expect(correlation_id).toEqual(expect.any(String));
	if (decision_id !== undefined) expect(decision_id).toEqual(expect.any(String));
	return JSON.stringify(rest).replaceAll(target, "TARGET");
}

/** An agent with rules of its own about targets, and with edges that block, expired, or lead to one that does not hear it. */
async function agentWith(agent_id: string, profile: object): Promise<TestClient> {
	const { api_key, error } = await person.ask("agent:spawn", { agent_id, permission_profile: profile });
	expect(error).toBe(undefined);
	await person.ask("edge:set", { source: agent_id, target: "blocked", effect: "block" });
	await person.ask("edge:set", { source: agent_id, target: "hidden" });
	await person.ask("edge:set", { source: agent_id, target: "expired", expires_at: new Date(Date.now() + 300).toISOString() });
	await new Promise((resolve) => setTimeout(resolve, 350));
	return home.connect(String(api_key));
}

const talks = { tools: { allowed: ["nexus_send", "chat_with_agent"] }, capabilities: { agent_messaging: true, spawn_agents: true } };
const listed = [...TARGETS];

describe("an agent that asks about one that it cannot reach", () => {
	it.each([
		["edges decide", "edges-agent", talks],
		[
			"a list names them",
			"list-agent",
			{ ...talks, messaging: { allowed_targets: listed.filter((id) => id !== "forbidden" && id !== "expired") } },
		],
		["only the parent may be reached", "parent-agent", { ...talks, messaging: { allowed_targets: "parent" } }],
	] as const)(
		"[authority-uniform] gets the same bytes whether it is missing, forbidden, blocked, expired, deaf or ended: %s",
		async (_title, id, profile) => {
			const agent = await agentWith(id, profile);
			const targets = id === "list-agent" ? TARGETS.filter((one) => one !== "forbidden" && one !== "expired") : TARGETS;
			const ways: Readonly<Record<string, (target: string) => Promise<Answer>>> = {
				send: (agent_id) => agent.ask("agent:send_message", { agent_id, message: "hi" }),
				wait: (agent_id) => agent.ask("agent:send_message", { agent_id, message: "hi", wait: true, timeout_seconds: 1 }),
				publish: (to) => agent.ask("message:publish", { event_type: "x", message: { to, content: "hi" } }),
				decide: (target) => agent.ask("permission:decide", { request: { kind: "target", tool: "nexus_send", target } }),
				tool: (target) =>
					agent.ask("permission:decide", {
						request: { kind: "tool", tool: "chat_with_agent", input: { agent_name: target, message: "hi" } },
					}),
				info: (agent_id) => agent.ask("agent:info", { agent_id }),
				terminate: (agent_id) => agent.ask("agent:terminate", { agent_id }),
				bulk: (agent_id) => agent.ask("agent:terminate", { agent_ids: [agent_id] }),
				restart: (agent_id) => agent.ask("agent:restart", { agent_id }),
				permissions: (agent_id) => agent.ask("permission:get_agent", { agent_id }),
				about: (agent_id) =>
					agent.ask("permission:decide", { agent_id, request: { kind: "tool", tool: "Read", input: { file_path: "x" } } }),
				request: (agent_id) => agent.ask("permission:request", { agent_id, rule: "Read", reason: "x" }),
				usage: (agent_id) => agent.ask("resource:usage", { agent_id }),
				report: (agent_id) => agent.ask("resource:report", { agent_id, tokens: 1 }),
				receive: (agent_id) => agent.ask("message:receive", { agent_id }),
				validate: (parent_id) => agent.ask("permission:validate_spawn", { parent_id, child_permissions: {} }),
			};
			for (const [way, ask] of Object.entries(ways)) {
				const answers = new Set<string>();
				for (const target of targets) answers.add(bytes(await ask(target), target));
				expect([way, ...answers]).toHaveLength(2);
				if (way === "send") expect([...answers][0]).toContain('"AGENT_PERMISSION_DENIED"');
			}
			await person.ask("agent:terminate", { agent_id: id });
		},
	);

	it("[authority-uniform-reasons] sees no-edge where people see the real reason, in events and records too", async () => {
		const agent = await agentWith("curious", talks);
		await agent.ask("monitor:subscribe", { event_patterns: ["permission:violation"] });
		for (const target of ["blocked", "expired", "hidden", "missing"])
			expect(await agent.ask("permission:decide", { request: { kind: "target", tool: "nexus_send", target } })).toMatchObject({
				effect: "deny",
				reasons: [{ code: "no-edge" }],
			});
		expect(home.records("agent = 'curious' AND kind = 'decision'").map(({ code }) => code)).toEqual(
			expect.arrayContaining(["target-blocked", "edge-expired"]),
		);
		expect(
			await person.ask("permission:decide", { agent_id: "curious", request: { kind: "target", tool: "nexus_send", target: "expired" } }),
		).toMatchObject({ reasons: [{ code: "edge-expired" }] });
		const seen = JSON.stringify([await agent.ask("monitor:get_events"), await agent.ask("audit:list"), agent.lines]);
		expect(seen).toContain("no-edge");
		expect(seen).not.toMatch(/target-blocked|edge-expired/);
		await person.ask("agent:terminate", { agent_id: "curious" });
	});

	it("[authority-uniform-no-owner] never reads the name of an owner in a denial", async () => {
		const { api_key } = await person.ask("key:create", { name: "ann", email: "ann@example.com", role: "creator" });
		const ann = await home.connect(String(api_key));
		await ann.ask("agent:spawn", { agent_id: "anns", permission_profile: "trusted" });
		const agent = await agentWith("asker", talks);
		const answers = [
			await agent.ask("agent:send_message", { agent_id: "anns", message: "hi" }),
			await agent.ask("agent:info", { agent_id: "anns" }),
			await agent.ask("agent:terminate", { agent_id: "anns" }),
		];
		expect(JSON.stringify(answers)).not.toContain("example.com");
	});
});

describe("people who are not administrators", () => {
	it("[authority-accessible] read and message what they own or what is shared, and the rest is not there", async () => {
		const { api_key } = await person.ask("key:create", { name: "bob", email: "bob@example.com", role: "creator" });
		const bob = await home.connect(String(api_key));
		await bob.ask("agent:spawn", { agent_id: "bobs", permission_profile: "trusted" });
		expect(await bob.ask("agent:list")).toMatchObject({ agents: [{ agent_id: "bobs" }], count: 1 });
		for (const [event, data] of [
			["agent:info", {}],
			["agent:terminate", {}],
			["permission:get_agent", {}],
			["agent:send_message", { message: "x" }],
			["grant:create", { rule: "Read", scope: "session" }],
		] as const) {
			const [theirs, missing] = [
				await bob.ask(event, { agent_id: "forbidden", ...data }),
				await bob.ask(event, { agent_id: "missing", ...data }),
			];
			expect([event, bytes(theirs, "forbidden")]).toEqual([event, bytes(missing, "missing")]);
			expect(theirs).toMatchObject({ status: "failed" });
		}
		expect(await bob.ask("permission:set_agent", { agent_id: "forbidden", profile: "restricted" })).toMatchObject({ status: "failed" });
		expect(await bob.ask("edge:set", { source: "bobs", target: "forbidden" })).toMatchObject({ status: "failed" });
		expect(JSON.stringify(await bob.ask("edge:list"))).not.toContain("forbidden");
		expect(await bob.ask("agent:spawn", { agent_id: "theirs", parent_agent_id: "forbidden" })).toMatchObject({
			error: "Agent forbidden not found",
		});
		expect(await bob.ask("setting:set", { name: "edges.default", value: "none" })).toMatchObject({ status: "failed" });
		expect(await bob.ask("system:shutdown")).toMatchObject({ status: "failed" });
	});

	it("[authority-roles] need the role for what they do: a user starts nothing", async () => {
		const { api_key } = await person.ask("key:create", { name: "uma", email: "uma@example.com", role: "user" });
		const uma = await home.connect(String(api_key));
		const before = home.rows();
		expect(await uma.ask("agent:spawn", { agent_id: "umas" })).toMatchObject({ status: "failed" });
		expect(await uma.ask("permission:set_agent", { agent_id: "umas" })).toMatchObject({ status: "failed" });
		expect(await uma.ask("sandbox:create", { agent_id: "umas" })).toMatchObject({ status: "failed" });
		expect(await uma.ask("key:create", { name: "k", scope: "system" })).toMatchObject({ status: "failed" });
		expect(await uma.ask("key:create", { name: "k", email: "bob@example.com" })).toMatchObject({ status: "failed" });
		expect(await uma.ask("checkpoint:collect")).toMatchObject({ status: "failed" });
		expect(home.rows()).toBe(before);
	});
});
