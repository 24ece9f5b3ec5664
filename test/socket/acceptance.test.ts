import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openHome, type TestHome } from "../authority/open-home.ts";
import type { Answer, TestClient } from "./socket-client.ts";

let home: TestHome;
let person: TestClient;
beforeAll(async () => {
	home = await openHome();
	person = await home.connect();
});
afterAll(() => home.close());

const SPAWN = `{"event": "agent:spawn", "data": {
  "agent_id": "my_agent",
  "profile": "base_agent",
  "permission_profile": "restricted"
}}
`;

const PLANNED = [
	"permission:granted",
	"permission:denied",
	"permission:request",
	"permission:violation",
	"permission:delegate",
	"sandbox:created",
	"sandbox:destroyed",
	"resource:limit_reached",
];

describe("the acceptance cases of the socket", () => {
	it("[socket-case-1] the plan's agent:spawn, piped as it is written, creates the agent", async () => {
		const [answer, ...more] = await home.pipe(SPAWN);
		expect(more).toEqual([]);
		expect(answer).toMatchObject({
			agent_id: "my_agent",
			status: "created",
			profile: "restricted",
			composition: "base_agent",
			session_id: null,
			config: {},
			sandbox: { mode: "isolated", path: expect.any(String) },
			writ_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
			api_key: expect.stringMatching(/^writ_/),
		});
	});

	it("[socket-case-2] two collaborators in shared mode and one session have the same sandbox path", async () => {
		const spawn = (agent_id: string): Promise<Answer> =>
			person.ask("agent:spawn", {
				agent_id,
				profile: "collaborator",
				permission_profile: "standard",
				session_id: "collab_session",
				sandbox_config: { mode: "shared", session_id: "collab_session", session_share: true },
			});
		const [one, other] = [await spawn("agent1"), await spawn("agent2")];
		expect(one).toMatchObject({ status: "created", session_id: "collab_session", sandbox: { mode: "shared" } });
		expect(pathOf(one)).toBe(pathOf(other));
		expect(existsSync(join(pathOf(one), "workspace"))).toBe(true);
	});

	it("[socket-case-3] set_agent trusted with spawn_agents shows it true and the rest as the profile has it", async () => {
		const { profile } = await person.ask("permission:get_profile", { level: "trusted" });
		const set = await person.ask("permission:set_agent", {
			agent_id: "special_agent",
			profile: "trusted",
			overrides: { capabilities: { spawn_agents: true } },
		});
		const { capabilities, ...rest } = profile as { capabilities: object };
		expect(set.permissions).toEqual({ ...rest, capabilities: { ...capabilities, spawn_agents: true } });
		const got = await person.ask("permission:get_agent", { agent_id: "special_agent" });
		expect(got).toMatchObject({ agent_id: "special_agent", permissions: set.permissions, writ_digest: set.writ_digest });
	});

	it("[socket-case-4] list_profiles knows restricted, standard, trusted and researcher", async () => {
		const { profiles } = await person.ask("permission:list_profiles");
		expect(Object.keys(profiles as object)).toEqual(expect.arrayContaining(["restricted", "standard", "trusted", "researcher"]));
		expect((profiles as Record<string, unknown>).standard).toMatchObject({
			level: "standard",
			tools: { allowed: expect.arrayContaining(["Read", "Write"]), disallowed: ["Bash", "Task", "WebFetch", "WebSearch"] },
			capabilities: { multi_agent_todo: true, spawn_agents: false },
		});
	});

	it("[socket-case-5] get_profile without a level, and of an unknown level, are errors", async () => {
		expect(await person.ask("permission:get_profile")).toMatchObject({ error: "Missing required parameter: level", status: "failed" });
		expect(await person.ask("permission:get_profile", { level: "godlike" })).toMatchObject({ error: "Profile not found: godlike" });
	});

	it("[socket-case-6] get_agent of an unknown agent says so in these words", async () => {
		expect(await person.ask("permission:get_agent", { agent_id: "nobody" })).toMatchObject({
			error: "No permissions found for agent: nobody",
			status: "failed",
		});
	});

	it("[socket-case-7] validate_spawn knows both pairs of names, and an unknown parent is not valid", async () => {
		const narrow = { tools: { allowed: ["Read"] } };
		for (const data of [
			{ parent_id: "special_agent", child_permissions: narrow },
			{ originator_id: "special_agent", construct_permissions: narrow },
		])
			expect(await person.ask("permission:validate_spawn", data)).toMatchObject({
				valid: true,
				parent_id: "special_agent",
				escalations: [],
			});
		const wide = { tools: { allowed: ["Bash"] }, resources: { max_total_tokens: 9_000_000 } };
		const refused = await person.ask("permission:validate_spawn", { parent_id: "my_agent", child_permissions: wide });
		expect(refused.valid).toBe(false);
		expect((refused.escalations as { dimension: string }[]).map(({ dimension }) => dimension)).toEqual(
			expect.arrayContaining(["tools.allowed", "resources.max_total_tokens"]),
		);
		expect(await person.ask("permission:validate_spawn", { parent_id: "ghost", child_permissions: narrow })).toMatchObject({
			valid: false,
			parent_id: "ghost",
		});
		expect(await person.ask("permission:validate_spawn")).toMatchObject({
			error: "Missing required parameters: parent_id, child_permissions",
		});
	});

	it("[socket-case-8] a broken line is an error, and the line after it is answered", async () => {
		const answers = await home.pipe('{"event": nonsense}\n{"event":"system:health"}\n');
		expect(answers).toMatchObject([{ error: expect.stringMatching(/^Invalid JSON: /), status: "failed" }, { status: "healthy" }]);
	});

	it("[socket-case-9] the correlation id comes back and finds the records", async () => {
		const answer = await person.ask(
			"permission:decide",
			{ agent_id: "my_agent", request: { kind: "tool", tool: "Bash", input: { command: "ls" } } },
			{ correlation_id: "chain-9" },
		);
		expect(answer).toMatchObject({ effect: "deny", correlation_id: "chain-9" });
		const chain = await person.ask("monitor:get_correlation_chain", { correlation_id: "chain-9" });
		expect(chain.events).toMatchObject([{ event: "permission:violation", data: { agent_id: "my_agent", correlation_id: "chain-9" } }]);
		expect(home.records("correlation_id = 'chain-9'")).toMatchObject([{ kind: "decision", effect: "deny" }]);
		expect((await person.ask("system:health", {}, { correlation_id: "own" })).correlation_id).toBe("own");
		const [made] = await home.pipe('{"event":"system:health"}\n');
		expect(made?.correlation_id).toEqual(expect.any(String));
	});

	it("[socket-case-10] an envelope has its five members, a flat reply none of them but the correlation id", async () => {
		const client = await home.connect();
		expect(Object.keys(await client.ask("system:health")).toSorted()).toEqual(["correlation_id", "status"]);
		await client.ask("system:connect", { reply_style: "envelope" });
		const answer = await client.ask("system:health");
		expect(Object.keys(answer).toSorted()).toEqual(["correlation_id", "count", "data", "event", "timestamp"]);
		expect(answer).toMatchObject({
			event: "system:health",
			data: { status: "success", _ksi_context: { _timestamp: expect.any(String), _response_id: expect.any(String) } },
		});
		expect(await client.ask("permission:get_agent", { agent_id: "nobody" })).toMatchObject({ data: { status: "failed" } });
	});

	it("[socket-case-11] discovery in full needs a filter, and help knows what there is", async () => {
		expect(await person.ask("system:discover", { level: "full" })).toMatchObject({ error: expect.any(String), status: "failed" });
		const summary = await person.ask("system:discover");
		expect(summary).toMatchObject({ namespaces: { agent: { count: expect.any(Number), description: expect.any(String) } } });
		expect(await person.ask("system:discover", { level: "full", namespace: "sandbox" })).toMatchObject({ total_events: 11 });
		expect(await person.ask("system:help", { event: "no:such" })).toMatchObject({ error: "Unknown event: no:such" });
		expect(await person.ask("system:help", { event: "agent:spawn" })).toMatchObject({
			name: "agent:spawn",
			description: expect.any(String),
			inputSchema: { type: "object", properties: { agent_id: {}, permission_profile: {} } },
		});
	});

	it("[socket-case-12] a pattern with dry_run lists and ends none; without it ends them; no match is an error", async () => {
		for (const agent_id of ["bulk-1", "bulk-2", "other-1"]) await person.ask("agent:spawn", { agent_id });
		const dry = await person.ask("agent:terminate", { pattern: "bulk-*", dry_run: true });
		expect(dry).toMatchObject({ dry_run: true, agents_to_terminate: ["bulk-1", "bulk-2"], count: 2 });
		expect(await person.ask("agent:info", { agent_id: "bulk-1" })).toMatchObject({ agent: { agent_id: "bulk-1" } });
		expect(await person.ask("agent:terminate", { pattern: "bulk-*" })).toMatchObject({
			operation: "terminate",
			succeeded: ["bulk-1", "bulk-2"],
			failed: [],
			success_count: 2,
			failure_count: 0,
			total_count: 2,
			status: "success",
		});
		expect(await person.ask("agent:info", { agent_id: "bulk-1" })).toMatchObject({ error: "Agent bulk-1 not found" });
		expect(await person.ask("agent:info", { agent_id: "other-1" })).toMatchObject({ agent: { agent_id: "other-1" } });
		expect(await person.ask("agent:terminate", { pattern: "bulk-*" })).toMatchObject({ error: expect.any(String), status: "failed" });
		expect(await person.ask("agent:terminate", { agent_ids: ["other-1", "ghost"] })).toMatchObject({
			succeeded: ["other-1"],
			failed: [{ agent_id: "ghost", error: "Agent ghost not found" }],
			status: "partial",
		});
	});

	it("[socket-case-13] a subscriber hears all eight planned events when they are provoked", async () => {
		const subscriber = await home.connect();
		const { subscription_id } = await subscriber.ask("monitor:subscribe", { event_patterns: ["*"] });
		await person.ask("agent:spawn", { agent_id: "boss", permission_profile: "trusted", permission_overrides: SPAWNER });
		await person.ask("agent:spawn", { agent_id: "kid", permission_profile: "restricted", parent_agent_id: "boss" });
		await person.ask("agent:spawn", { agent_id: "wide", permission_profile: "trusted", parent_agent_id: "kid" });
		const read = { kind: "tool", tool: "Bash", input: { command: "rm -rf /" } };
		await person.ask("permission:decide", { agent_id: "kid", request: read });
		await person.ask("permission:request", { agent_id: "kid", rule: "Write", reason: "to write" });
		await person.ask("resource:report", { agent_id: "kid", tokens: 10_000_000 });
		await person.ask("agent:terminate", { agent_id: "boss" });
		await expect.poll(() => PLANNED.filter((event) => !heard(subscriber).includes(event))).toEqual([]);
		for (const line of subscriber.lines)
			expect(line).toMatchObject({
				subscription_id,
				seq: expect.any(Number),
				data: { agent_id: expect.anything(), by: "local", correlation_id: expect.any(String) },
			});
		expect(subscriber.lines.find(({ event }) => event === "permission:delegate")).toMatchObject({
			data: { parent_id: "boss", child_id: "kid", writ_digest: expect.any(String) },
		});
		const count = subscriber.lines.length;
		await subscriber.ask("monitor:unsubscribe", { subscription_id });
		await person.ask("agent:spawn", { agent_id: "unheard" });
		await subscriber.ask("system:health");
		expect(subscriber.lines).toHaveLength(count);
	});

	it("[socket-case-14] an agent that says it is another is itself to the ledger", async () => {
		const { api_key } = await person.ask("agent:spawn", { agent_id: "honest" });
		const agent = await home.connect(String(api_key));
		const answer = await agent.ask("permission:decide", { request: { kind: "tool", tool: "Bash", input: {} }, _agent_id: "my_agent" });
		const [record] = home.records(`record LIKE '%${String(answer.decision_id)}%'`);
		expect(record).toMatchObject({ principal: "agent:honest", agent: "honest", claimed: "my_agent" });
	});

	it("[socket-case-15] an agent that sends permission:set_agent hears person-required", async () => {
		const { api_key } = await person.ask("agent:spawn", { agent_id: "climber" });
		const agent = await home.connect(String(api_key));
		const before = home.rows();
		expect(await agent.ask("permission:set_agent", { agent_id: "climber", profile: "trusted" })).toMatchObject({
			code: "person-required",
			status: "failed",
		});
		expect(home.rows()).toBe(before);
		expect(home.records("agent = 'climber' AND kind = 'decision'")).toMatchObject([{ effect: "deny", code: "person-required" }]);
	});

	it("[socket-case-16] a line of 2 MiB is an error and a close, and other connections live", async () => {
		const big = await home.connect();
		big.write(`{"event":"system:health","data":{"x":"${"a".repeat(2 * 1024 * 1024)}"}}\n`);
		expect(await big.next()).toMatchObject({ error: expect.stringMatching(/^Invalid JSON: .*1 MiB/), status: "failed" });
		await big.closed;
		expect(await person.ask("system:health")).toMatchObject({ status: "healthy" });
	});

	it("[socket-case-17] sandbox:create with a path for an id is refused and makes nothing", async () => {
		const [rows, directories] = [home.rows(), home.directories()];
		const before = existsSync(join(home.home, "..", "x"));
		expect(await person.ask("sandbox:create", { agent_id: "../../x", config: {} })).toMatchObject({ error: "Invalid agent id: ../../x" });
		expect(home.rows()).toBe(rows);
		expect(home.directories()).toEqual(directories);
		expect(existsSync(join(home.home, "..", "x"))).toBe(before);
	});

	it("[socket-case-18] stats count two isolated and two shared sandboxes", async () => {
		const fresh = await openHome();
		try {
			const client = await fresh.connect();
			for (const id of ["one", "two"]) await client.ask("sandbox:create", { agent_id: id, config: { mode: "isolated" } });
			for (const id of ["three", "four"]) await client.ask("sandbox:create", { agent_id: id, config: { mode: "shared", session_id: "s" } });
			expect(await client.ask("sandbox:stats")).toMatchObject({
				stats: { total_sandboxes: 4, isolated: 2, shared: 2, nested: 0, by_session: { s: 2 } },
			});
			expect(await client.ask("sandbox:list")).toMatchObject({ count: 3 });
		} finally {
			await fresh.close();
		}
	});

	it("[socket-case-19] the log cannot be cleared", async () => {
		const before = home.records().length;
		for (const event of ["monitor:clear_log", "event_log:clear"])
			expect(await person.ask(event)).toMatchObject({ error: "The ledger cannot be cleared", status: "failed" });
		expect(home.records().length).toBeGreaterThanOrEqual(before);
		expect(await person.ask("audit:verify")).toMatchObject({ ok: true });
	});
});

const SPAWNER = { capabilities: { spawn_agents: true } };

function pathOf({ sandbox }: Answer): string {
	return (sandbox as { path: string }).path;
}

function heard({ lines }: TestClient): readonly unknown[] {
	return lines.map(({ event }) => event);
}
