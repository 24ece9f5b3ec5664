import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer, TestClient } from "../socket/socket-client.ts";
import { openHome, type TestHome } from "./open-home.ts";

let home: TestHome;
let admin: TestClient;
beforeAll(async () => {
	home = await openHome();
	admin = await home.connect();
});
afterAll(() => home.close());

const LEAD = {
	tools: { allowed: ["Read", "nexus_send"] },
	filesystem: { read_paths: ["./workspace"] },
	capabilities: { spawn_agents: true, agent_messaging: true },
};
const READ = { kind: "tool", tool: "Read", input: { file_path: "a" } };

async function spawn(agent_id: string, data: object = {}, by = admin): Promise<TestClient> {
	const spawned = await by.ask("agent:spawn", { agent_id, permission_profile: LEAD, ...data });
	expect(spawned.error).toBe(undefined);
	return home.connect(String(spawned.api_key));
}

async function person(name: string, role = "creator"): Promise<TestClient> {
	const { api_key } = await admin.ask("key:create", { name, scope: "user", email: `${name}@example.org`, role });
	return home.connect(String(api_key));
}

const dimensions = ({ escalations }: Answer): readonly string[] =>
	(escalations as { dimension: string }[]).map(({ dimension }) => dimension);

describe("a session", () => {
	const shared = { session_id: "theirs", sandbox_config: { mode: "shared" } };

	it("[authority-session-joins] is joined by its own agents' children and its owner, and by no one else", async () => {
		await spawn("s-victim", shared);
		const lead = await spawn("s-lead", { session_id: "own", sandbox_config: { mode: "shared" } });
		const child = { agent_id: "s-kid", permission_profile: LEAD };
		for (const wish of [shared, { session_id: "theirs" }, { sandbox_config: { session_id: "theirs" } }]) {
			const refused = await lead.ask("agent:spawn", { ...child, ...wish });
			expect(refused).toMatchObject({ status: "failed", code: "escalation" });
			expect(dimensions(refused)).toEqual(["sandbox.session"]);
		}
		const own = { session_id: "own", sandbox_config: { mode: "shared" } };
		expect(await lead.ask("agent:spawn", { ...child, ...own })).toMatchObject({ status: "created", session_id: "own" });
		const fresh = { ...child, agent_id: "s-fresh", session_id: "fresh" };
		expect(await lead.ask("agent:spawn", fresh)).toMatchObject({ status: "created", session_id: "fresh" });

		const ann = await person("s-ann");
		expect(dimensions(await ann.ask("agent:spawn", { agent_id: "s-a", permission_profile: LEAD, ...shared }))).toEqual(["sandbox.session"]);
		const made = await ann.ask("sandbox:create", { agent_id: "s-b", config: { mode: "shared", session_id: "theirs" } });
		expect(made).toMatchObject({ code: "escalation" });
		await admin.ask("agent:terminate", { agent_id: "s-victim" });
		expect(await ann.ask("agent:spawn", { agent_id: "s-a", permission_profile: LEAD, ...shared })).toMatchObject({ code: "escalation" });
		await spawn("s-c", { session_id: "anns" }, ann);
		await spawn("s-d", { session_id: "anns" }, ann);
		await ann.ask("agent:terminate", { agent_ids: ["s-c", "s-d"] });
		await spawn("s-e", { session_id: "anns" }, ann);
		await spawn("s-f", shared);
	});

	it("[authority-session-clamped] of others is left out when the wish may be cut down, and directories are the child's own", async () => {
		await spawn("c-victim", { session_id: "c-theirs", sandbox_config: { mode: "shared" } });
		const lead = await spawn("c-lead");
		for (const session_id of ["c-theirs", "c-fresh"]) {
			const cut = { permission_profile: LEAD, session_id, fit: "clamp", sandbox_config: { mode: "shared", parent_share: "read_write" } };
			const kid = await lead.ask("agent:spawn", cut);
			expect(kid).toMatchObject({ status: "created", sandbox: { mode: "isolated" } });
			expect(existsSync((kid.sandbox as { path: string }).path)).toBe(true);
			expect(kid).toMatchObject({ sandbox: { config: { parent_share: "read_only" } } });
			const held = await home.authority.writOf(LOCAL, String(kid.agent_id));
			expect(held).toMatchObject({ ok: true, value: { terms: { sandbox: { mode: "isolated", parent_share: "read_only" } } } });
		}
	});
});

describe("a sandbox wish", () => {
	it.each([
		["sandbox.mode", { mode: "shared" }],
		["sandbox.parent_share", { mode: "nested", parent_share: "read_write" }],
		["sandbox.session_share", { session_share: true }],
		["sandbox.parent_agent_id", { mode: "nested", parent_agent_id: "someone" }],
	])("[authority-sandbox-wish] is bounded like a profile: %s", async (dimension, sandbox_config) => {
		const lead = await spawn(`w-${dimension}`);
		const directories = home.directories();
		const wish = { permission_profile: LEAD, session_id: `fresh-${dimension}`, sandbox_config };
		for (const refused of [
			await lead.ask("agent:spawn", wish),
			await admin.ask("agent:spawn", { ...wish, parent_agent_id: `w-${dimension}` }),
		]) {
			expect(refused).toMatchObject({ status: "failed", code: "escalation" });
			expect(dimensions(refused)).toEqual([dimension]);
		}
		expect(home.directories()).toEqual(directories);
	});

	it("[authority-sandbox-wish] of sandbox:create too; nested below its parent it is no more than the parent has", async () => {
		await spawn("w-parent");
		const nested = { mode: "nested", parent_agent_id: "w-parent" };
		const refused = await admin.ask("sandbox:create", { agent_id: "w-kid", config: { ...nested, parent_share: "read_write" } });
		expect(refused).toMatchObject({ code: "escalation" });
		expect(dimensions(refused)).toContain("sandbox.parent_share");
		const lead = await spawn("w-lead");
		expect(await lead.ask("agent:spawn", { permission_profile: LEAD, sandbox_config: { mode: "nested" } })).toMatchObject({
			status: "created",
			sandbox: { mode: "nested" },
		});
	});
});

describe("a group", () => {
	it("[authority-group-owners] is set by administrators and by whoever owns all its members, before and after", async () => {
		const [ann, bob] = [await person("g-ann"), await person("g-bob")];
		await spawn("g-a", {}, ann);
		await spawn("g-b", {}, bob);
		await admin.ask("group:set", { name: "bad", members: ["g-b"] });
		for (const members of [[], ["g-a"], ["g-a", "g-b"]])
			expect(await ann.ask("group:set", { name: "bad", members })).toMatchObject({ status: "failed" });
		expect(await admin.ask("group:get", { name: "bad" })).toMatchObject({ group: { members: ["g-b"] } });
		await admin.ask("group:set", { name: "empty", members: [] });
		expect(await ann.ask("group:set", { name: "empty", members: ["g-a"] })).toMatchObject({ status: "failed", code: "not-permitted" });
		expect(await ann.ask("group:set", { name: "anns", members: ["g-a"] })).toMatchObject({ group: { members: ["g-a"] } });
		expect(await ann.ask("group:set", { name: "anns", members: [] })).toMatchObject({ group: { members: [] } });
		expect(await ann.ask("group:set", { name: "anns", members: ["g-a"] })).toMatchObject({ group: { members: ["g-a"] } });
	});

	it("[authority-lists-of-ones-own] and sandboxes are listed to people as far as they are theirs", async () => {
		const eve = await person("l-eve");
		await spawn("l-e", { session_id: "l-eves" }, eve);
		await spawn("l-other");
		await admin.ask("group:set", { name: "mixed", members: ["l-e", "l-other"] });
		await admin.ask("group:set", { name: "others", members: ["l-other"] });
		expect(await eve.ask("group:list")).toMatchObject({ groups: [{ name: "mixed", members: ["l-e"] }] });
		expect(await eve.ask("group:get", { name: "mixed" })).toMatchObject({ group: { members: ["l-e"] } });
		const text = (answer: Answer): string => JSON.stringify({ ...answer, correlation_id: null });
		const [others, missing] = [await eve.ask("group:get", { name: "others" }), await eve.ask("group:get", { name: "nobody" })];
		expect(text(others).replaceAll("others", "nobody")).toBe(text(missing));
		expect(await eve.ask("sandbox:list")).toMatchObject({ count: 1, sandboxes: [{ agent_id: "l-e" }] });
		expect((await eve.ask("sandbox:stats")).stats).toEqual({
			total_sandboxes: 1,
			isolated: 1,
			shared: 0,
			nested: 0,
			by_session: { "l-eves": 1 },
			by_parent: {},
			bytes_used: expect.any(Number),
			bytes_allowed: 100 * 1024 * 1024,
		});
		expect(((await admin.ask("sandbox:list")).sandboxes as unknown[]).length).toBeGreaterThan(1);
	});
});

describe("a stopped agent", () => {
	it("[authority-stopped-acts-not] does nothing, neither for itself nor to its children", async () => {
		const lead = await spawn("p-lead");
		await spawn("p-kid", { parent_agent_id: "p-lead" });
		await admin.ask("agent:send_message", { agent_id: "p-lead", message: "waits" });
		await admin.ask("agent:stop", { agent_id: "p-lead" });
		for (const [event, data] of [
			["message:receive", {}],
			["permission:request", { rule: "Write", reason: "x" }],
			["agent:terminate", { agent_id: "p-kid" }],
			["agent:terminate", { agent_id: "p-lead" }],
			["agent:stop", { agent_id: "p-kid" }],
			["agent:restart", { agent_id: "p-kid" }],
			["agent:send_message", { agent_id: "p-kid", message: "x" }],
			["agent:spawn", { permission_profile: LEAD, dry_run: true }],
			["agent:list", {}],
		] as const)
			expect(await lead.ask(event, data), event).toMatchObject({ error: expect.any(String), code: "unknown-agent" });
		for (const agent_id of ["p-lead", "p-kid"])
			expect(await lead.ask("permission:decide", { agent_id, request: READ })).toMatchObject({
				effect: "deny",
				reasons: [{ code: "unknown-agent" }],
			});
		await admin.ask("agent:start", { agent_id: "p-lead" });
		expect((await lead.ask("message:receive")).messages).toMatchObject([{ content: "waits" }]);
		expect(await lead.ask("permission:decide", { agent_id: "p-kid", request: READ })).toMatchObject({ effect: "allow" });
	});

	it("[authority-stopped-by-a-person] is not started again by its parent, unless its parent stopped it", async () => {
		const lead = await spawn("q-lead");
		await spawn("q-kid", { parent_agent_id: "q-lead" });
		const status = async (): Promise<unknown> => ((await admin.ask("agent:info", { agent_id: "q-kid" })).agent as Answer).status;
		await admin.ask("agent:stop", { agent_id: "q-kid" });
		await lead.ask("agent:stop", { agent_id: "q-kid" });
		for (const event of ["agent:start", "agent:restart"]) {
			expect(await lead.ask(event, { agent_id: "q-kid" })).toMatchObject({ error: expect.any(String) });
			expect(await status()).toBe("stopped");
		}
		await admin.ask("agent:start", { agent_id: "q-kid" });
		await home.authority.stop(callerOf(await agentOf("q-lead")), "q-kid");
		expect(await status()).toBe("stopped");
		expect(await home.authority.restart(callerOf(await agentOf("q-lead")), "q-kid")).toMatchObject({ ok: true });
		expect(await status()).toBe("registered");
	});
});

type Caller = Parameters<TestHome["authority"]["stop"]>[0];
type Agent = Extract<Awaited<ReturnType<TestHome["authority"]["agent"]>>, { ok: true }>["value"]["agent"];

const LOCAL: Caller = { principal: { kind: "person", email: "local", role: "admin", keyId: null }, point: "test", correlationId: null };

async function agentOf(id: string): Promise<Agent> {
	const seen = await home.authority.agent(LOCAL, id);
	if (!seen.ok) throw new Error(seen.refusal.message);
	return seen.value.agent;
}

function callerOf({ id, uid }: Agent): Caller {
	return { principal: { kind: "agent", id, uid, keyId: null }, point: "test", correlationId: null };
}

describe("a target that a child lists", () => {
	const listing = (dimension: string, id: string): object =>
		dimension.startsWith("messaging")
			? { ...LEAD, messaging: { allowed_targets: [id] } }
			: { ...LEAD, tools: { ...LEAD.tools, permissions: { nexus_send: { allowed_targets: [id] } } } };

	it.each(["messaging.allowed_targets", "tools.permissions.nexus_send.allowed_targets"])(
		"[authority-listed-reach] must be within its parent's reach, at the spawn and at each decision: %s",
		async (dimension) => {
			const name = dimension.slice(0, 5);
			const lead = await spawn(`r-${name}-lead`);
			await spawn(`r-${name}-far`);
			const wish = { agent_id: `r-${name}-kid`, permission_profile: listing(dimension, `r-${name}-far`) };
			for (const [by, more] of [
				[lead, {}],
				[admin, { parent_agent_id: `r-${name}-lead` }],
			] as const) {
				const refused = await by.ask("agent:spawn", { ...wish, ...more });
				expect(refused).toMatchObject({ code: "escalation", escalations: [{ dimension, requested: `r-${name}-far` }] });
			}
			const edge = { source: `r-${name}-lead`, target: `r-${name}-far` };
			await admin.ask("edge:set", edge);
			const spawned = await admin.ask("agent:spawn", { ...wish, parent_agent_id: `r-${name}-lead` });
			const kid = await home.connect(String(spawned.api_key));
			await admin.ask("edge:set", { source: `r-${name}-kid`, target: `r-${name}-far` });
			const write = (): Promise<Answer> => kid.ask("agent:send_message", { agent_id: `r-${name}-far`, message: "x" });
			const names = async (): Promise<string> => JSON.stringify((await kid.ask("agent:list")).agents);
			expect(await write()).toMatchObject({ status: "sent" });
			expect(await names()).toContain(`r-${name}-far`);
			await admin.ask("edge:remove", edge);
			expect(await write()).toMatchObject({ reasons: [{ code: "no-edge" }] });
			expect(await names()).not.toContain(`r-${name}-far`);
			const reset = await admin.ask("permission:set_agent", { agent_id: `r-${name}-kid`, permissions: wish.permission_profile });
			expect(reset).toMatchObject({ code: "escalation" });
		},
	);
});

describe("spawning and ending", () => {
	it("[authority-spawn-no-oracle] an id of one that an agent may not know answers as a reserved one does", async () => {
		const lead = await spawn("o-lead");
		await spawn("o-other");
		await spawn("o-kid", { parent_agent_id: "o-lead" });
		const answer = async (agent_id: string, dry_run: boolean): Promise<unknown> => {
			const { error, code, status } = await lead.ask("agent:spawn", { agent_id, permission_profile: LEAD, dry_run });
			return { error, code, status };
		};
		for (const dry_run of [true, false]) {
			for (const id of ["o-other", "O-OTHER", "admin"])
				expect(await answer(id, dry_run)).toEqual({ error: `Invalid agent id: ${id}`, code: "invalid-id", status: "failed" });
			expect(await answer("o-kid", dry_run)).toMatchObject({ error: "Agent o-kid already exists" });
		}
		expect(await admin.ask("agent:spawn", { agent_id: "o-other" })).toMatchObject({ error: "Agent o-other already exists" });
	});

	it("[authority-unknown-runner] a runner that does not exist is refused", async () => {
		expect(await admin.ask("agent:spawn", { agent_id: "x-run", runner: "command" })).toMatchObject({
			error: "Unknown runner: command",
			status: "failed",
		});
		expect(await admin.ask("agent:spawn", { agent_id: "x-run", runner: "mailbox" })).toMatchObject({ status: "created" });
	});

	it("[authority-terminate-dry-run] a dry run of an end is refused as the end is, and tells of no descendants of others", async () => {
		const lead = await spawn("d-lead");
		await spawn("d-other");
		await spawn("d-others-kid", { parent_agent_id: "d-other" });
		for (const agent_id of ["d-nobody", "d-other"]) {
			const dry = await lead.ask("agent:terminate", { agent_id, dry_run: true });
			expect(dry).toMatchObject({ error: `Agent ${agent_id} not found` });
			expect(JSON.stringify(dry)).not.toContain("d-others-kid");
		}
		expect(await admin.ask("agent:terminate", { agent_id: "d-nobody", dry_run: true })).toMatchObject({
			error: "Agent d-nobody not found",
		});
		expect(await admin.ask("agent:terminate", { agent_id: "d-other", dry_run: true })).toMatchObject({
			agents_to_terminate: ["d-others-kid", "d-other"],
		});
	});
});
