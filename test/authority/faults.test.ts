import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openAuthority, openOfflineAudit } from "../../src/authority/index.ts";
import type { Answer } from "../socket/socket-client.ts";
import { openHome, type TestHome } from "./open-home.ts";

const READ = { kind: "tool", tool: "Read", input: { file_path: "a" } } as const;

async function withHome(work: (home: TestHome) => Promise<void>): Promise<void> {
	const home = await openHome();
	try {
		await work(home);
	} finally {
		await home.close().catch(() => undefined);
		rmSync(home.home, { recursive: true, force: true });
	}
}

describe("a store that cannot be written", () => {
	it("[authority-state-72] every decision is denied without a record, every change is refused, nothing is half done, and it recovers", async () =>
		withHome(async (home) => {
			const person = await home.connect();
			await person.ask("agent:spawn", { agent_id: "worker" });
			const [rows, records, directories] = [home.rows(), home.records().length, home.directories()];
			const thief = home.database();
			thief.exec("PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE");
			const decided = await person.ask("permission:decide", { agent_id: "worker", request: READ });
			expect(decided).toMatchObject({ effect: "deny", reasons: [{ code: "authority-unavailable" }], decision_id: null });
			for (const [event, data] of [
				["agent:spawn", { agent_id: "late" }],
				["agent:terminate", { agent_id: "worker" }],
			] as const)
				expect(await person.ask(event, data)).toMatchObject({ error: "internal", code: "internal", status: "failed" });
			expect(await person.ask("system:health")).toMatchObject({ status: "healthy" });
			thief.exec("ROLLBACK");
			thief.close();
			expect(home.rows()).toBe(rows);
			expect(home.records()).toHaveLength(records);
			expect(home.directories()).toEqual(directories);
			expect(home.log.join("\n")).toContain("could not be recorded");
			expect(await person.ask("permission:decide", { agent_id: "worker", request: READ })).toMatchObject({ effect: "allow" });
			expect(await person.ask("audit:verify")).toMatchObject({ ok: true });
		}));

	it("[authority-spawn-nothing-left] a sandbox that cannot be made leaves no agent, no row and no key", async () =>
		withHome(async (home) => {
			const person = await home.connect();
			const rows = home.rows();
			const agents = join(home.home, "sandboxes", "agents");
			renameSync(agents, `${agents}.away`);
			writeFileSync(agents, "in the way");
			expect(await person.ask("agent:spawn", { agent_id: "nowhere" })).toMatchObject({ status: "failed" });
			rmSync(agents);
			renameSync(`${agents}.away`, agents);
			expect(home.rows()).toBe(rows);
			expect(await person.ask("agent:spawn", { agent_id: "nowhere" })).toMatchObject({ status: "created" });
		}));

	it("[authority-internal-no-detail] an internal fault says internal and nothing of the inside", async () =>
		withHome(async (home) => {
			const person = await home.connect();
			const thief = home.database();
			thief.exec("BEGIN IMMEDIATE");
			const answer = await person.ask("agent:spawn", { agent_id: "x" });
			thief.exec("ROLLBACK");
			thief.close();
			expect(JSON.stringify(answer)).not.toMatch(/\.ts|SQL|busy|locked|at /i);
		}));
});

describe("a start", () => {
	it("[authority-corrupt-database] refuses a database that is not one, and touches nothing", async () =>
		withHome(async (home) => {
			await (await home.connect()).ask("agent:spawn", { agent_id: "worker" });
			await home.stop();
			const file = join(home.home, "writ.db");
			for (const name of readdirSync(home.home)) if (/^writ\.db-/.test(name)) rmSync(join(home.home, name));
			writeFileSync(file, Buffer.from("not a database".repeat(500)));
			const before = readFileSync(file);
			await expect(openAuthority({ home: home.home })).rejects.toThrow(/writ\.db/);
			expect(readFileSync(file).equals(before)).toBe(true);
		}));

	it("[authority-broken-definition] refuses a home whose own definitions are broken, instead of falling back", async () => {
		await expect(
			openHome({
				prepare: (place) => {
					mkdirSync(join(place, "profiles"), { recursive: true });
					writeFileSync(join(place, "profiles", "standard.yaml"), "tools:\n  alowed: [Read]\n");
				},
			}),
		).rejects.toThrow(/standard\.yaml/);
	});

	it("[authority-open-admin-key] refuses an administrator's key that others can read", async () =>
		withHome(async (home) => {
			await home.stop();
			chmodSync(join(home.home, "admin.key"), 0o644);
			await expect(openAuthority({ home: home.home })).rejects.toThrow(/admin\.key/);
		}));

	it("[authority-orphans] removes directories that no agent owns, and never those of a living agent", async () =>
		withHome(async (home) => {
			const spawned = await (await home.connect()).ask("agent:spawn", { agent_id: "worker" });
			const { path } = spawned.sandbox as { path: string };
			writeFileSync(join(path, "workspace", "kept.txt"), "kept");
			await home.stop();
			const orphan = join(home.home, "sandboxes/agents/00000000-0000-4000-8000-000000000000");
			mkdirSync(join(orphan, "workspace"), { recursive: true });
			writeFileSync(`${orphan}.json`, JSON.stringify({ id: "gone", pid: 4_194_305, pid_started: "1", boot_id: null }));
			const unnoted = join(home.home, "sandboxes/agents/00000000-0000-4000-8000-000000000001");
			mkdirSync(unnoted);
			const again = await openHome({ home: home.home });
			expect([existsSync(orphan), existsSync(unnoted)]).toEqual([false, true]);
			expect(readFileSync(join(path, "workspace", "kept.txt"), "utf8")).toBe("kept");
			await again.stop();
		}));
});

describe("snapshots", () => {
	it("[authority-state-62] a checkpoint in an empty home has equal digests, lineage, edges, groups, uses left, budgets, mailboxes and keys", async () =>
		withHome(async (home) => {
			const person = await home.connect();
			const talker = { tools: { allowed: ["Read", "nexus_send"] }, capabilities: { agent_messaging: true, spawn_agents: true } };
			const a = await person.ask("agent:spawn", { agent_id: "a", permission_profile: talker });
			await person.ask("agent:spawn", { agent_id: "b", permission_profile: talker, parent_agent_id: "a" });
			await person.ask("group:set", { name: "team", members: ["a", "b"] });
			await person.ask("grant:create", { agent_id: "a", rule: "TodoRead", scope: "calls", calls: 3 });
			await person.ask("permission:decide", { agent_id: "a", request: { kind: "tool", tool: "TodoRead", input: {} } });
			await person.ask("resource:report", { agent_id: "b", tokens: 70 });
			await person.ask("agent:send_message", { agent_id: "b", message: "later" });
			const { path, counts } = await person.ask("checkpoint:collect");
			expect(counts).toMatchObject({ agents: 2 });
			const questions = [
				["agent:info", { agent_id: "b" }],
				["permission:get_agent", { agent_id: "a" }],
				["edge:list", {}],
				["group:get", { name: "team" }],
				["grant:list", { agent_id: "a" }],
				["resource:usage", { agent_id: "a" }],
				["message:receive", { agent_id: "b", peek: true }],
			] as const;
			const before: Answer[] = [];
			for (const [event, data] of questions) before.push({ ...(await person.ask(event, data)), correlation_id: "" });
			expect(before[4]).toMatchObject({ grants: [{ uses_left: 2 }] });
			await withHome(async (empty) => {
				const other = await empty.connect();
				expect(await other.ask("checkpoint:restore", { path })).toMatchObject({ counts });
				const after: Answer[] = [];
				for (const [event, data] of questions) after.push({ ...(await other.ask(event, data)), correlation_id: "" });
				expect(after).toEqual(before);
				const agent = await empty.connect(String(a.api_key));
				expect(await agent.ask("permission:decide", { request: READ })).toMatchObject({ decision_id: expect.any(String) });
				const rows = empty.rows();
				expect(await other.ask("checkpoint:restore", { path })).toMatchObject({ status: "failed" });
				expect(empty.rows()).toBe(rows);
			});
		}));

	it("[authority-bad-snapshot] a checkpoint that is broken is refused whole", async () =>
		withHome(async (home) => {
			const person = await home.connect();
			const rows = home.rows();
			for (const text of ["", "{", "[]", "null", "7", '{"format":2}', '{"format":1}', '{"format":1,"agents":{"agents":[{"id":"x"}]}}']) {
				writeFileSync(join(home.home, "bad.json"), text);
				for (const dry_run of [true, false]) {
					const answer = await person.ask("checkpoint:restore", { path: "bad.json", dry_run });
					expect([text, answer.status]).toEqual([text, "failed"]);
					expect(answer.error).not.toBe("internal");
				}
			}
			expect(await person.ask("checkpoint:restore", { path: "missing.json" })).toMatchObject({ status: "failed" });
			expect(home.rows()).toBe(rows);
		}));
});

describe("the ledger of a home", () => {
	const TAMPERINGS = [
		["edited", "UPDATE ledger SET record = replace(record, 'deny', 'allow') WHERE seq = 4"],
		["deleted", "DELETE FROM ledger WHERE seq = 4"],
		[
			"reordered",
			"UPDATE ledger SET seq = CASE seq WHEN 4 THEN 1000004 ELSE 1000005 END WHERE seq IN (4, 5); UPDATE ledger SET seq = CASE seq WHEN 1000004 THEN 5 ELSE 4 END WHERE seq > 1000000",
		],
		["truncated", "DELETE FROM ledger WHERE seq >= 5"],
	] as const;

	it.each(TAMPERINGS)("[authority-state-69] %s records are found, with the place", async (fault, sql) =>
		withHome(async (home) => {
			const person = await home.connect();
			await person.ask("agent:spawn", { agent_id: "worker" });
			for (let at = 0; at < 4; at++)
				await person.ask("permission:decide", { agent_id: "worker", request: { kind: "tool", tool: "Bash", input: {} } });
			await home.stop();
			const database = home.database();
			database.exec(sql);
			database.close();
			const audit = await openOfflineAudit(home.home);
			const verified = await audit.verify();
			await audit.close();
			expect(verified).toMatchObject({ ok: false, first_bad: { seq: expect.any(Number) } });
			expect(JSON.stringify(verified)).toContain(`"${fault}"`);
		}),
	);

	it("[authority-state-70] retention keeps the chain whole, and only administrators do it", async () =>
		withHome(async (home) => {
			const person = await home.connect();
			await person.ask("agent:spawn", { agent_id: "worker" });
			await new Promise((resolve) => setTimeout(resolve, 10));
			const before = Date.now();
			await person.ask("permission:decide", { agent_id: "worker", request: READ });
			const bob = await person.ask("key:create", { name: "bob", email: "bob@example.com", role: "creator" });
			const other = await home.connect(String(bob.api_key));
			expect(await other.ask("audit:retain", { before: before / 1000 })).toMatchObject({ status: "failed" });
			expect(await person.ask("audit:retain", { before: before / 1000 })).toMatchObject({ removed: expect.any(Number) });
			expect(await person.ask("audit:verify")).toMatchObject({ ok: true });
		}));
});
