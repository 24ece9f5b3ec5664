import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer, TestClient } from "../socket/socket-client.ts";
import { combined, ESCALATIONS, PARENT } from "./escalation-cases.ts";
import { openHome, type TestHome } from "./open-home.ts";

let home: TestHome;
let person: TestClient;
let parent: TestClient;
beforeAll(async () => {
	home = await openHome();
	person = await home.connect();
	const spawned = await person.ask("agent:spawn", { agent_id: "parent", permission_profile: PARENT });
	expect(spawned).toMatchObject({ status: "created" });
	parent = await home.connect(String(spawned.api_key));
});
afterAll(() => home.close());

const dimensions = ({ escalations }: Answer): readonly string[] =>
	(escalations as { dimension: string }[]).map(({ dimension }) => dimension);

/** Asks in every way there is; says that each is refused and that nothing but records is left. */
async function refused(wish: unknown, check: (answer: Answer) => void): Promise<void> {
	const [rows, directories, records] = [home.rows(), home.directories(), home.records("kind = 'spawn'").length];
	const asked = { agent_id: "child", permission_profile: wish };
	for (const answer of [
		await parent.ask("agent:spawn", asked),
		await parent.ask("agent:spawn", { ...asked, session_id: "fresh", sandbox_config: { mode: "nested" } }),
		await person.ask("agent:spawn", { ...asked, parent_agent_id: "parent" }),
	]) {
		expect(answer).toMatchObject({ code: "escalation", status: "failed", requested_profile: wish });
		check(answer);
	}
	const preview = await person.ask("permission:validate_spawn", { parent_id: "parent", child_permissions: wish });
	expect(preview).toMatchObject({ valid: false });
	check(preview);
	const dry = await parent.ask("agent:spawn", { ...asked, dry_run: true });
	check(dry);
	expect(home.rows()).toBe(rows);
	expect(home.directories()).toEqual(directories);
	expect(home.records("kind = 'spawn'").slice(records)).toMatchObject(
		Array.from({ length: 3 }, () => ({ effect: "deny", code: "escalation", request: { action: "refused", parent: "parent" } })),
	);
}

describe("a child that asks for more than its parent has", () => {
	it.each(ESCALATIONS)("[authority-state-57] is refused for %s alone (%j), and nothing is left", async (dimension, wish) => {
		await refused(wish, (answer) => {
			expect(new Set(dimensions(answer))).toEqual(new Set([dimension]));
			for (const escalation of answer.escalations as object[])
				expect(escalation).toEqual({ dimension, parent: expect.any(String), requested: expect.any(String) });
		});
	});

	it("[authority-every-escalation] hears of all of them at once", async () => {
		const one = new Map(ESCALATIONS.toReversed());
		one.delete("tools.permissions.WebFetch.arguments.count");
		const wish = combined([...one.values(), { tools: { allowed: null } }]);
		await refused(wish, (answer) => {
			expect([...one.keys()].filter((dimension) => !dimensions(answer).includes(dimension))).toEqual([]);
		});
	});

	it.each(["standard", "trusted", "researcher", "nexus/yolo", "write"])(
		"[authority-state-57] is refused by the name of a profile: %s",
		async (name) => {
			await refused(name, (answer) => expect(dimensions(answer).length).toBeGreaterThan(0));
		},
	);

	it("[authority-override-widens] cannot widen by overrides, definitions or a NEXUS dictionary either", async () => {
		const before = home.rows();
		const read = { tools: { allowed: ["Read"] } };
		for (const data of [
			{ permission_profile: "restricted", permission_overrides: { tools: { allowed_add: ["Bash"] } } },
			{ permission_profile: read, permission_overrides: { filesystem: { read_paths_add: ["/etc"] } } },
			{ permission_profile: read, permission_overrides: { capabilities: { agent_messaging: true } } },
			{ permission_profile: read, permission_overrides: { enable_tools: ["Bash"], allowed_paths: ["/"] } },
			{ permission_profile: { level: "yolo", tool_permissions: { shell_UNSAFE: { enabled: true } } } },
			{ profile: "collaborator" },
		])
			expect(await parent.ask("agent:spawn", { agent_id: "child", ...data })).toMatchObject({ status: "failed" });
		expect(home.rows()).toBe(before);
	});

	it("[authority-clamp] gets the meet of both with fit clamp", async () => {
		const wish = combined(ESCALATIONS.map(([, one]) => one));
		const clamped = await parent.ask("agent:spawn", { agent_id: "clamped", permission_profile: wish, fit: "clamp" });
		expect(clamped).toMatchObject({ status: "created" });
		const shown = await person.ask("permission:get_agent", { agent_id: "clamped" });
		expect(shown).toMatchObject({
			permissions: { filesystem: { max_file_size_mb: 5, allow_symlinks: false }, capabilities: { agent_messaging: false } },
			network: { allow: ["docs.example.com"] },
			sandbox: { minimum_level: "L3", quota: "hard", unix_sockets: false },
		});
		await person.ask("agent:terminate", { agent_id: "clamped" });
	});
});

describe("what a child cannot take away from what binds it", () => {
	it("[authority-denials-stay] disallowed tools, confirmations and blocked paths of the parent hold, whatever the child says", async () => {
		const wish = {
			tools: {
				allowed: ["Read", "Write"],
				disallowed: [],
				ask: [],
				permissions: { Read: { requires_confirmation: false, timeout: null } },
			},
			filesystem: { read_paths: ["./workspace"], write_paths: ["./workspace/out"], blocked_paths: [] },
		};
		const spawned = await person.ask("agent:spawn", { agent_id: "bound", permission_profile: wish, parent_agent_id: "parent" });
		expect(spawned).toMatchObject({ status: "created" });
		const decide = async (tool: string, file_path: string): Promise<Answer> =>
			person.ask("permission:decide", { agent_id: "bound", request: { kind: "tool", tool, input: { file_path, content: "" } } });
		expect(await decide("Read", "docs/a")).toMatchObject({ effect: "ask", obligations: [{ kind: "timeout", seconds: 30 }] });
		expect(await decide("Read", "secret/a")).toMatchObject({ effect: "deny", reasons: [{ code: "path-blocked" }] });
		expect(await decide("Write", "out/a")).toMatchObject({ effect: "ask" });
		await person.ask("agent:terminate", { agent_id: "bound" });
	});
});

describe("the right to spawn", () => {
	const kid = { permission_profile: { tools: { allowed: ["Read"] } } };

	it("[authority-spawn-needs-right] is needed: capability, living parent, room for children, depth, named profiles", async () => {
		const spawn = (agent_id: string, permission_profile: unknown, parent_agent_id?: string): Promise<Answer> =>
			person.ask("agent:spawn", { agent_id, permission_profile, ...(parent_agent_id === undefined ? {} : { parent_agent_id }) });
		await spawn("barren", { tools: { allowed: ["Read"] } });
		expect(await spawn("x", kid.permission_profile, "barren")).toMatchObject({ code: "spawn-not-allowed" });
		expect(await spawn("x", kid.permission_profile, "ghost")).toMatchObject({ error: "Agent ghost not found" });
		const few = { ...kid.permission_profile, capabilities: { spawn_agents: true, spawn: { max_children: 1, max_depth: 1 } } };
		await spawn("few", few);
		expect(await spawn("few-1", few, "few")).toMatchObject({ status: "created" });
		expect(await spawn("few-2", kid.permission_profile, "few")).toMatchObject({ status: "failed" });
		expect(await spawn("few-1-1", kid.permission_profile, "few-1")).toMatchObject({ code: "depth-exceeded" });
		const named = {
			tools: { allowed: null },
			filesystem: { read_paths: ["./"] },
			capabilities: { spawn_agents: true, spawn: { profiles: ["restricted"] } },
		};
		await spawn("named", named);
		expect(await spawn("named-1", "standard", "named")).toMatchObject({ status: "failed" });
		expect(await spawn("named-2", "restricted", "named")).toMatchObject({ status: "created" });
		await person.ask("agent:stop", { agent_id: "named" });
		expect(await spawn("named-3", "restricted", "named")).toMatchObject({ status: "failed" });
	});

	it("[authority-spawn-atomic] two spawns of one id at the same time make one agent", async () => {
		const answers = await Promise.all(
			Array.from({ length: 8 }, async () => (await home.connect()).ask("agent:spawn", { agent_id: "twin", ...kid })),
		);
		expect(answers.filter(({ status }) => status === "created")).toHaveLength(1);
		expect(answers.filter(({ error }) => error === "Agent twin already exists")).toHaveLength(7);
		const { sandboxes } = await person.ask("sandbox:list");
		const own = home.directories().filter((path) => /^agents\/[0-9a-f-]{36}$/.test(path));
		expect(own).toHaveLength((sandboxes as unknown[]).length);
	});

	it("[authority-reseal-bounded] a person who tightens or widens a child stays within its parent", async () => {
		await person.ask("agent:spawn", { agent_id: "sealed", ...kid, parent_agent_id: "parent" });
		const before = home.rows();
		expect(await person.ask("permission:set_agent", { agent_id: "sealed", profile: "trusted" })).toMatchObject({ code: "escalation" });
		expect(home.rows()).toBe(before);
		expect(await person.ask("permission:set_agent", { agent_id: "sealed", permissions: { tools: { allowed: [] } } })).toMatchObject({
			permissions: { tools: { allowed: [] } },
		});
		await person.ask("agent:terminate", { agent_id: "sealed" });
	});
});
