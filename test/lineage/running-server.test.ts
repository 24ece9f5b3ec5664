import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTwoPrograms, type TwoPrograms } from "../../bench/lineage/two-programs.ts";

const REPOSITORY = join(import.meta.dirname, "../..");

describe("a chain of agents on a running server", () => {
	let programs: TwoPrograms;
	beforeAll(async () => {
		programs = await startTwoPrograms();
	});
	afterAll(() => programs.stop());

	const effectOf = async (key: string, request: object) => {
		const { body } = await programs.call(key, "POST", "/v1/decide", { request });
		return [body.effect, JSON.stringify(body.reasons)] as const;
	};
	const keyOf = async (id: string) => String((await programs.call(null, "POST", `/v1/agents/${id}/key`)).body.api_key);

	it.each([
		["null", null],
		["bash", ["Bash"]],
		["star", ["*"]],
	])(
		"[policy-7-finding-9] a child that its parent spawned itself, strictly, is asked what its parent is asked (allowed: %s)",
		async (name, allowed) => {
			const parent = {
				tools: { allowed, disallowed: ["Bash(git push:*)"] },
				filesystem: { read_paths: ["./workspace"] },
				capabilities: { spawn_agents: true },
			};
			const made = await programs.call(null, "POST", "/v1/agents", { id: `lead-${name}`, profile: parent });
			const lead = String(made.body.api_key);
			const words = ["env -S", "ssh", "bash", "make", "foo"];
			const child = { tools: { allowed: words.map((word) => `Bash(${word}:*)`) }, filesystem: { read_paths: ["./workspace"] } };
			const spawned = await programs.call(lead, "POST", "/v1/agents", { id: `kid-${name}`, profile: child, fit: "strict" });
			expect(spawned.status).toBe(201);
			const kid = await keyOf(`kid-${name}`);
			const texts = [
				"env -S 'git push o HEAD:refs/heads/pwn2'",
				"ssh host git push",
				"bash deploy.sh git push",
				"make -f /dev/stdin",
				"foo git push",
			];
			for (const command of texts) {
				const [above] = await effectOf(lead, { kind: "command", command });
				const [below, reasons] = await effectOf(kid, { kind: "command", command });
				expect(above, command).not.toBe("allow");
				expect([command, below]).not.toEqual([command, "allow"]);
				// An agent is told what is asked about, and not by whose writ.
				expect(reasons).not.toContain("ancestor");
			}
			expect((await effectOf(kid, { kind: "command", command: texts[0] }))[0]).not.toBe("allow");
			const told = await programs.send("permission:decide", { agent_id: `kid-${name}`, request: { kind: "command", command: texts[0] } });
			expect(JSON.stringify(told.reasons)).toContain(`(writ of ancestor 'lead-${name}')`);
		},
	);

	it("[policy-7-wish-binds] a clamped agent and its children are not above what was written for it", async () => {
		const narrow = {
			tools: { allowed: ["Bash(env -S:*)"] },
			filesystem: { read_paths: ["./workspace"] },
			capabilities: { spawn_agents: true },
		};
		const wide = { ...narrow, tools: { allowed: null, disallowed: ["Bash(git push:*)"] } };
		await programs.call(null, "POST", "/v1/agents", { id: "first", profile: narrow });
		await programs.call(null, "POST", "/v1/agents", { id: "second", profile: wide, parent: "first", fit: "clamp" });
		await programs.call(null, "POST", "/v1/agents", { id: "third", profile: narrow, parent: "second", fit: "clamp" });
		const request = { kind: "command", command: "env -S 'git push'" };
		const effects = await Promise.all(
			["first", "second", "third"].map((agent_id) => programs.send("permission:decide", { agent_id, request })),
		);
		expect(effects.map(({ effect }) => effect)).toEqual(["allow", "deny", "deny"]);
	});

	it("[policy-7-grant-in-lineage] a grant to a child lifts what a writ above does not allow or asks about, and nothing that one forbids", async () => {
		const lead = {
			tools: { allowed: ["Bash(git status:*)", "Bash(git log:*)"], ask: ["Bash(git log:*)"], disallowed: ["Bash(git push:*)"] },
			filesystem: { read_paths: ["./workspace"] },
			capabilities: { spawn_agents: true },
		};
		await programs.call(null, "POST", "/v1/agents", { id: "boss", profile: lead });
		const child = { tools: { allowed: ["Bash(git status:*)", "Bash(git log:*)"] }, filesystem: { read_paths: ["./workspace"] } };
		await programs.call(null, "POST", "/v1/agents", { id: "granted", profile: child, parent: "boss" });
		const ask = async (command: string) =>
			(await programs.send("permission:decide", { agent_id: "granted", request: { kind: "command", command } })).effect;
		const texts = ["git branch", "git log", "git push"];
		expect(await Promise.all(texts.map(ask))).toEqual(["deny", "ask", "deny"]);
		for (const rule of ["Bash(git branch:*)", "Bash(git log:*)", "Bash(git push:*)"]) {
			const { status } = await programs.call(null, "POST", "/v1/grants", {
				agent: "granted",
				rule,
				scope: "session",
				reason: "for this test",
			});
			expect(status).toBe(201);
		}
		expect(await Promise.all(texts.map(ask))).toEqual(["allow", "allow", "deny"]);
		expect(
			(await programs.send("permission:decide", { agent_id: "boss", request: { kind: "command", command: "git branch" } })).effect,
		).toBe("deny");
	});
});

describe("npm run lineage", () => {
	it("[policy-7-lineage-fuzz] finds no child above an ancestor among 1,000 pairs", { timeout: 300_000 }, () => {
		const { status, stdout, stderr } = spawnSync(process.execPath, [join(REPOSITORY, "bench/lineage.ts"), "1000"], { encoding: "utf8" });
		expect(stdout).toMatch(/^[1-9]\d{3,} pairs .*\(seed \d+\)/);
		expect(stdout).toContain("\n0 above an ancestor");
		expect(status, stdout + stderr).toBe(0);
	});
});
