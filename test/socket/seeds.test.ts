import { readFileSync } from "node:fs";
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

const spawn = async (agent_id: string, data: object = {}): Promise<TestClient> => {
	const spawned = await person.ask("agent:spawn", { agent_id, ...data });
	expect(spawned).toMatchObject({ status: "created" });
	return home.connect(String(spawned.api_key));
};
const sends = async (client: TestClient, tool: string, agent_id: unknown): Promise<string> => {
	const { effect, reasons } = await client.ask("permission:decide", {
		request: { kind: "tool", tool, input: { agent_id, content: "hi" } },
	});
	return effect === "allow" ? "allow" : ((reasons as { message: string }[])[0]?.message ?? "");
};
const write = (client: TestClient, agent_id: string, content = "hello"): Promise<Answer> =>
	client.ask("agent:send_message", { agent_id, message: { role: "user", content } });

describe("seed 000: sandboxed agents send to their parent", () => {
	let children: readonly TestClient[];
	beforeAll(async () => {
		await spawn("parent", { permission_profile: "trusted", permission_overrides: { capabilities: { spawn_agents: true } } });
		children = [
			await spawn("child1", { permission_profile: "sandboxed", parent_agent_id: "parent" }),
			await spawn("child2", { permission_profile: "sandboxed", parent_agent_id: "parent" }),
			await spawn("lonely", { permission_profile: "sandboxed" }),
		];
	});

	it("[socket-seed-000] a sandboxed child sends to its parent, which receives it from the child's own name", async () => {
		const [child] = children;
		if (child === undefined) throw new Error("no child");
		expect(await sends(child, "nexus_send", "parent")).toBe("allow");
		expect(await write(child, "parent", "Hello from child")).toMatchObject({ status: "sent", agent_id: "parent" });
		expect(await person.ask("message:receive", { agent_id: "parent", peek: true })).toMatchObject({
			messages: [{ from: "child1", to: "parent", content: "Hello from child", depth: 1, state: "queued" }],
		});
	});

	it("[socket-seed-000] a sandboxed child does not send to its sibling", async () => {
		const [child] = children;
		if (child === undefined) throw new Error("no child");
		expect(await sends(child, "nexus_send", "child2")).toBe("Tool 'nexus_send' can only target parent agent ('parent')");
		expect(await write(child, "child2")).toMatchObject({
			success: false,
			error: "Permission denied",
			message: "Agent 'child1' is not permitted to communicate with 'child2'",
			code: "AGENT_PERMISSION_DENIED",
			reason: "no-edge",
			caller: "child1",
			target: "child2",
			status: "failed",
		});
		expect(await person.ask("message:receive", { agent_id: "child2", peek: true })).toMatchObject({ messages: [] });
	});

	it("[socket-seed-000] a root without a parent sends to nobody", async () => {
		const lonely = children[2];
		if (lonely === undefined) throw new Error("no agent");
		for (const target of ["anyone", "parent", "child1", "", "none"])
			expect(await sends(lonely, "nexus_send", target)).toBe("Tool 'nexus_send' can only target parent agent ('none')");
		expect(await write(lonely, "parent")).toMatchObject({ code: "AGENT_PERMISSION_DENIED" });
	});

	it("[socket-seed-000] children, family and lists are told in the plan's words", async () => {
		const rule = (allowed_targets: unknown): object => ({
			tools: { allowed: ["nexus_send"], permissions: { nexus_send: { enabled: true, allowed_targets } } },
			messaging: { allowed_targets },
		});
		const parent_agent_id = "parent";
		const kids = await spawn("of-children", { permission_profile: rule("children"), parent_agent_id });
		expect(await sends(kids, "nexus_send", "parent")).toBe("Tool 'nexus_send' can only target child agents");
		const family = await spawn("of-family", { permission_profile: rule("family"), parent_agent_id });
		expect(await sends(family, "nexus_send", "parent")).toBe("allow");
		expect(await sends(family, "nexus_send", "child1")).toBe("Tool 'nexus_send' can only target parent or child agents");
		const listed = await spawn("of-list", { permission_profile: rule(["lonely"]) });
		expect(await sends(listed, "nexus_send", "lonely")).toBe("allow");
		expect(await write(listed, "lonely")).toMatchObject({ status: "sent" });
		expect(await sends(listed, "nexus_send", "child1")).toBe("Tool 'nexus_send' cannot target agent 'child1'");
		const nobody = await spawn("of-nobody", { permission_profile: rule([]) });
		expect(await sends(nobody, "nexus_send", "lonely")).toBe("Tool 'nexus_send' cannot target agent 'lonely'");
	});

	it("[socket-seed-000] an unknown restriction is refused at spawn, not passed over", async () => {
		const profile = { tools: { allowed: ["nexus_send"], permissions: { nexus_send: { allowed_targets: "siblings" } } } };
		expect(await person.ask("agent:spawn", { agent_id: "forward", permission_profile: profile })).toMatchObject({
			code: "invalid-definition",
		});
	});
});

/** The commands of the plan's "Usage Patterns", as its reader would paste them. */
const PLAN = readFileSync(join(import.meta.dirname, "seed-001-commands.sh"), "utf8");
const COMMANDS = [...PLAN.matchAll(/echo '([^']+)' \| nc -U/g)].map(([, text = ""]) => text);

describe("seed 001: the plan's commands, piped as they are written", () => {
	it("[socket-seed-001] every command is answered as the plan says", async () => {
		expect(COMMANDS).toHaveLength(6);
		const fresh = await openHome();
		try {
			const ask = async (at: number): Promise<Answer> => {
				const answers = await fresh.pipe(`${COMMANDS[at]}\n`);
				expect(answers).toHaveLength(1);
				return answers[0] ?? {};
			};
			expect(await ask(0)).toMatchObject({ agent_id: "my_agent", status: "created", profile: "restricted", composition: "base_agent" });
			expect(await ask(1)).toMatchObject({
				agent_id: "agent1",
				status: "created",
				session_id: "collab_session",
				sandbox: { mode: "shared" },
			});
			expect(await ask(2)).toMatchObject({ agent_id: "special_agent", permissions: { capabilities: { spawn_agents: true } } });
			expect(await ask(3)).toMatchObject({ profiles: { restricted: {}, standard: {}, trusted: {}, researcher: {} } });
			expect(await ask(4)).toMatchObject({ agent_id: "my_agent", permissions: { level: "restricted" } });
			// The plan leaves the permissions out of its last example: three dots are not JSON.
			expect(await ask(5)).toMatchObject({ error: expect.stringMatching(/^Invalid JSON: /) });
			const filled = COMMANDS[5]?.replace("{...}", '{"tools": {"allowed": ["Read"]}}').replace("parent_agent", "special_agent");
			expect(await fresh.pipe(`${filled}\n`)).toMatchObject([{ valid: true, parent_id: "special_agent" }]);
		} finally {
			await fresh.close();
		}
	});

	it("[socket-seed-001] all commands in one stream are answered one by one", async () => {
		const fresh = await openHome();
		const answers = await fresh.pipe(COMMANDS.map((command) => `${command}\n`).join(""));
		expect(answers).toHaveLength(6);
		expect(answers.map((answer) => "error" in answer)).toEqual([false, false, false, false, false, true]);
		await fresh.close();
	});

	it("[socket-config-no-permission] config, context and variables are kept and never read as permission", async () => {
		const data = {
			permission_profile: "restricted",
			config: { allowed_claude_tools: ["Bash"], permissions: { profile: "trusted" } },
			variables: { permission_profile: "trusted" },
			context: { tools: { allowed: null } },
			enable_tools: ["Bash"],
		};
		const agent = await spawn("configured", data);
		expect(await person.ask("permission:get_agent", { agent_id: "configured" })).toMatchObject({ permissions: { level: "restricted" } });
		const asked = await agent.ask("permission:decide", { request: { kind: "tool", tool: "Bash", input: { command: "ls" } } });
		expect(asked).toMatchObject({ effect: "deny" });
	});
});

describe("seed 003: who may talk to whom", () => {
	const TALKER = { tools: { allowed: ["chat_with_agent"] }, capabilities: { agent_messaging: true } };

	it("[socket-seed-003] nobody reaches anybody until a person says so, and then one way only", async () => {
		const a = await spawn("tri-a", { permission_profile: TALKER });
		const b = await spawn("tri-b", { permission_profile: TALKER });
		await spawn("tri-c", { permission_profile: TALKER });
		expect(await write(a, "tri-b")).toMatchObject({ code: "AGENT_PERMISSION_DENIED", caller: "tri-a", target: "tri-b" });
		expect(await person.ask("edge:set", { source: "tri-a", target: "tri-b" })).toMatchObject({ status: "added" });
		expect(await write(a, "tri-b")).toMatchObject({ status: "sent" });
		expect(await write(b, "tri-a")).toMatchObject({ code: "AGENT_PERMISSION_DENIED" });
		expect(await write(a, "tri-c")).toMatchObject({ code: "AGENT_PERMISSION_DENIED" });
		expect(await write(a, "tri-a")).toMatchObject({ error: expect.any(String), status: "failed" });
		expect(await a.ask("agent:list")).toMatchObject({ agents: [{ agent_id: "tri-a" }, { agent_id: "tri-b" }] });
		expect(await a.ask("agent:discover_peers")).toMatchObject({ agents: [{ agent_id: "tri-b" }] });
		expect(await a.ask("agent:broadcast", { message: "all" })).toMatchObject({ agents_reached: 1, total_agents: 1 });
		await person.ask("edge:set", { source: "tri-a", target: "tri-b", effect: "block" });
		expect(await write(a, "tri-b")).toMatchObject({ code: "AGENT_PERMISSION_DENIED" });
	});

	it("[socket-seed-003] an ended agent takes its edges along, in both directions", async () => {
		for (const id of ["fk-a", "fk-b"]) await spawn(id, { permission_profile: TALKER });
		await person.ask("edge:set", { source: "fk-a", target: "fk-b" });
		await person.ask("edge:set", { source: "fk-b", target: "fk-a" });
		await person.ask("agent:terminate", { agent_id: "fk-b" });
		expect(await person.ask("edge:list", { source: "fk-a" })).toMatchObject({ edges: [] });
		const again = await spawn("fk-b", { permission_profile: TALKER });
		expect(await write(again, "fk-a")).toMatchObject({ code: "AGENT_PERMISSION_DENIED" });
	});

	it("[socket-seed-003] people and systems reach agents without edges, and denied attempts are recorded", async () => {
		expect(await person.ask("agent:send_message", { agent_id: "tri-c", message: { type: "completion", prompt: "do" } })).toMatchObject({
			status: "sent",
			request_id: expect.any(String),
		});
		const { api_key } = await person.ask("key:create", { name: "orchestrator", scope: "system" });
		const system = await home.connect(String(api_key));
		expect(await write(system, "tri-c")).toMatchObject({ status: "sent" });
		expect(home.records("agent = 'tri-a' AND kind = 'decision' AND effect = 'deny'").length).toBeGreaterThanOrEqual(3);
	});

	it("[socket-edges-default] edges.default same-owner connects all of an owner's agents, none connects nobody, lineage is the default", async () => {
		const fresh = await openHome();
		const owner = await fresh.connect();
		const create = async (agent_id: string, more: object = {}): Promise<TestClient> => {
			const { api_key } = await owner.ask("agent:spawn", { agent_id, permission_profile: TALKER, ...more });
			return fresh.connect(String(api_key));
		};
		await owner.ask("agent:spawn", {
			agent_id: "mother",
			permission_profile: { ...TALKER, capabilities: { ...TALKER.capabilities, spawn_agents: true } },
		});
		const child = await create("child", { parent_agent_id: "mother" });
		expect(await write(child, "mother")).toMatchObject({ status: "sent" });
		await owner.ask("setting:set", { name: "edges.default", value: "none" });
		const orphan = await create("orphan", { parent_agent_id: "mother" });
		expect(await write(orphan, "mother")).toMatchObject({ code: "AGENT_PERMISSION_DENIED" });
		await owner.ask("setting:set", { name: "edges.default", value: "same-owner" });
		const friend = await create("friend");
		for (const id of ["child", "mother", "orphan"]) expect(await write(friend, id)).toMatchObject({ status: "sent" });
		expect(await write(child, "friend")).toMatchObject({ status: "sent" });
		await fresh.close();
	});

	it("[socket-edge-rate] an edge with a rate of two a minute refuses the third, to be tried again", async () => {
		const a = await spawn("rate-a", { permission_profile: TALKER });
		await spawn("rate-b", { permission_profile: TALKER });
		await person.ask("edge:set", { source: "rate-a", target: "rate-b", rate: { count: 2, per_seconds: 60 } });
		for (const expected of ["sent", "sent"]) expect(await write(a, "rate-b")).toMatchObject({ status: expected });
		expect(await write(a, "rate-b")).toMatchObject({ code: "edge-rate", retryable: true });
	});

	it("[socket-past-expiry] an edge that expired already, and grants of no minutes or calls, are errors", async () => {
		expect(await person.ask("edge:set", { source: "tri-a", target: "tri-c", expires_at: "2001-01-01T00:00:00Z" })).toMatchObject({
			status: "failed",
		});
		for (const count of [
			{ scope: "minutes", minutes: 0 },
			{ scope: "calls", calls: 0 },
			{ scope: "minutes" },
			{ scope: "minutes", minutes: -1 },
		])
			expect(await person.ask("grant:create", { agent_id: "tri-a", rule: "Read", ...count })).toMatchObject({ status: "failed" });
		expect(await person.ask("grant:list", { agent_id: "tri-a" })).toMatchObject({ grants: [] });
	});
});
