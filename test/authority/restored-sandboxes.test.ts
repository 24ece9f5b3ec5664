import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Caller, Outcome } from "../../src/authority/index.ts";
import { openHome, type TestHome } from "./open-home.ts";

const ADMIN: Caller = { principal: { kind: "person", email: "local", role: "admin", keyId: null }, point: "test", correlationId: null };
const LEAD = {
	name: "lead",
	tools: { allowed: ["Read", "Write"] },
	filesystem: { read_paths: ["./"], write_paths: ["./"] },
	capabilities: { spawn_agents: true },
};

let first: TestHome;
let second: TestHome;
let folder = "";
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "w-"));
	[first, second] = [await openHome(), await openHome()];
});
afterEach(async () => {
	await first.close();
	await second.close();
	rmSync(folder, { recursive: true, force: true });
});

function granted<T>(outcome: Outcome<T>): T {
	if (!outcome.ok) throw new Error(outcome.refusal.message);
	return outcome.value;
}

async function spawn({ authority }: TestHome, id: string, wish: object = {}): Promise<void> {
	granted(await authority.spawn(ADMIN, { id, profile: LEAD, ...wish }));
}

/** An agent that works in a directory that is not its own. */
async function run({ authority }: TestHome, id: string, workspace: string, wish: object = {}): Promise<void> {
	mkdirSync(workspace, { recursive: true });
	granted(
		await authority.prepareRun(ADMIN, {
			...{ id, profile: LEAD, keep: true, level: "L3", pid: process.pid },
			...{ sandbox: { workspace }, ...wish },
		}),
	);
}

async function snapshotOf({ authority }: TestHome) {
	return granted(await authority.takeSnapshot(ADMIN));
}

async function pathOf({ authority }: TestHome, id: string): Promise<string> {
	return granted(await authority.sandbox(ADMIN, id)).path;
}

async function mayWrite({ authority }: TestHome, id: string, directory: string): Promise<boolean> {
	const { decision } = await authority.decide(ADMIN, id, { kind: "path", operation: "create", path: join(directory, "new.txt") });
	return decision.effect === "allow";
}

/** What must be equal: everything about the agents but where they are. */
async function digestsOf(home: TestHome): Promise<readonly unknown[]> {
	return (await snapshotOf(home)).agents.agents.map(({ id, uid, parent, root, depth, digest, session, profile }) => ({
		...{ id, uid, parent, root, depth, digest, session, profile },
	}));
}

describe("agents that are restored into another home", () => {
	it("[snapshot-own-directories] get new, empty directories there under the same writs, and none of the first home", async () => {
		await spawn(first, "alone");
		await spawn(first, "below", { parent: "alone", sandbox: { mode: "nested" } });
		const old = await Promise.all(["alone", "below"].map((id) => pathOf(first, id)));
		for (const path of old) writeFileSync(join(path, "workspace/kept.txt"), "of the first home");
		granted(await second.authority.restoreSnapshot(ADMIN, await snapshotOf(first)));
		for (const [index, id] of ["alone", "below"].entries()) {
			const path = await pathOf(second, id);
			expect(path.startsWith(join(second.home, "sandboxes/agents/"))).toBe(true);
			expect(readdirSync(join(path, "workspace"))).toEqual([]);
			expect(await mayWrite(second, id, join(path, "workspace"))).toBe(true);
			expect(await mayWrite(second, id, join(old[index] ?? "", "workspace"))).toBe(false);
			expect(await mayWrite(first, id, join(old[index] ?? "", "workspace"))).toBe(true);
		}
		expect(await digestsOf(second)).toEqual(await digestsOf(first));
		expect(JSON.stringify((await snapshotOf(second)).agents)).not.toContain(first.home);
		// What they have now is theirs also after a restart.
		const before = second.directories();
		second = await second.reopen();
		expect(second.directories()).toEqual(before);
	});

	it("[snapshot-own-directories] share one new directory of their session", async () => {
		for (const id of ["s-a", "s-b"]) await spawn(first, id, { session: "team", sandbox: { mode: "shared" } });
		await spawn(first, "s-c", { session: "team" });
		const old = await pathOf(first, "s-a");
		granted(await second.authority.restoreSnapshot(ADMIN, await snapshotOf(first)));
		const path = await pathOf(second, "s-a");
		expect(path.startsWith(join(second.home, "sandboxes/sessions/"))).toBe(true);
		expect(await pathOf(second, "s-b")).toBe(path);
		expect(readdirSync(join(second.home, "sandboxes/sessions")).filter((name) => !name.includes("."))).toHaveLength(1);
		for (const id of ["s-a", "s-b"]) {
			expect(await mayWrite(second, id, join(path, "workspace"))).toBe(true);
			expect(await mayWrite(second, id, join(old, "workspace"))).toBe(false);
		}
		expect(JSON.stringify((await snapshotOf(second)).agents)).not.toContain(first.home);
		expect(await digestsOf(second)).toEqual(await digestsOf(first));
		// Who comes later finds the same directory.
		await spawn(second, "s-d", { session: "team", sandbox: { mode: "shared" } });
		expect(await pathOf(second, "s-d")).toBe(path);
	});

	it("[snapshot-own-directories] keep a workspace that a person named, and go with a parent in whose workspace they work", async () => {
		await spawn(first, "z-parent");
		const inside = join(await pathOf(first, "z-parent"), "workspace/part");
		await run(first, "a-child", inside, { parent: "z-parent" });
		await run(first, "project", join(folder, "project"));
		granted(await second.authority.restoreSnapshot(ADMIN, await snapshotOf(first)));
		expect(await mayWrite(second, "project", join(folder, "project"))).toBe(true);
		const part = join(await pathOf(second, "z-parent"), "workspace/part");
		expect([existsSync(part), await mayWrite(second, "a-child", part)]).toEqual([true, true]);
		expect(await mayWrite(second, "a-child", inside)).toBe(false);
		expect(JSON.stringify((await snapshotOf(second)).agents)).not.toContain(first.home);
		expect(await digestsOf(second)).toEqual(await digestsOf(first));
	});

	it("[snapshot-own-directories] have no sandbox and no place in the first home when theirs was removed", async () => {
		await spawn(first, "bare", { session: "team", sandbox: { mode: "shared" } });
		const old = await pathOf(first, "bare");
		granted(await first.authority.dropSandbox(ADMIN, "bare", false));
		granted(await second.authority.restoreSnapshot(ADMIN, await snapshotOf(first)));
		expect(await second.authority.sandbox(ADMIN, "bare")).toMatchObject({ ok: false, refusal: { code: "no-sandbox" } });
		expect(await mayWrite(second, "bare", join(old, "workspace"))).toBe(false);
		expect(JSON.stringify((await snapshotOf(second)).agents)).not.toContain(first.home);
		const made = granted(await second.authority.recreate(ADMIN, "bare"));
		expect(existsSync(join(made.sandbox.path, "workspace"))).toBe(true);
	});
});

describe("agents that are restored into their own home", () => {
	it("[snapshot-own-directories] keep directories that are there, and get new ones for those that are gone", async () => {
		for (const id of ["there", "gone"]) await spawn(first, id);
		for (const id of ["s-there", "s-gone"]) await spawn(first, id, { session: id, sandbox: { mode: "shared" } });
		const snapshot = await snapshotOf(first);
		const [there, gone, kept, lost] = await Promise.all(["there", "gone", "s-there", "s-gone"].map((id) => pathOf(first, id)));
		writeFileSync(join(there ?? "", "workspace/kept.txt"), "kept");
		// As with a database that is lost, but the directories are not.
		await first.stop();
		const database = first.database();
		database.exec("DELETE FROM sandboxes; PRAGMA foreign_keys = OFF; DELETE FROM agents; DELETE FROM access_keys; DELETE FROM edges");
		database.close();
		for (const path of [gone, lost]) for (const end of ["", ".json"]) rmSync(`${path}${end}`, { recursive: true });
		first = await openHome({ home: first.home });
		granted(await first.authority.restoreSnapshot(ADMIN, snapshot));
		expect([await pathOf(first, "there"), await pathOf(first, "s-there")]).toEqual([there, kept]);
		expect(readdirSync(join(there ?? "", "workspace"))).toEqual(["kept.txt"]);
		for (const [id, old] of [
			["gone", gone],
			["s-gone", lost],
		] as const) {
			const path = await pathOf(first, id);
			expect([path === old, existsSync(join(path, "workspace"))]).toEqual([false, true]);
			expect(await mayWrite(first, id, join(path, "workspace"))).toBe(true);
			expect(await mayWrite(first, id, join(old ?? "", "workspace"))).toBe(false);
		}
	});

	it("[snapshot-own-directories] get new ones when they had ended", async () => {
		await spawn(first, "ended");
		const [snapshot, old] = [await snapshotOf(first), await pathOf(first, "ended")];
		granted(await first.authority.terminate(ADMIN, "ended"));
		granted(await first.authority.restoreSnapshot(ADMIN, snapshot));
		const path = await pathOf(first, "ended");
		expect([path === old, existsSync(join(path, "workspace"))]).toEqual([false, true]);
	});
});

describe("a snapshot that cannot be restored", () => {
	it("[snapshot-own-directories] for a session that is here already leaves no row and no directory", async () => {
		for (const session of ["one", "two"]) await spawn(first, `in-${session}`, { session, sandbox: { mode: "shared" } });
		await spawn(second, "stranger", { session: "two", sandbox: { mode: "shared" } });
		granted(await second.authority.terminate(ADMIN, "stranger"));
		const [rows, directories] = [second.rows(), second.directories()];
		expect(await second.authority.restoreSnapshot(ADMIN, await snapshotOf(first))).toMatchObject({
			ok: false,
			refusal: { code: "store-not-empty", message: "There is a session two here already" },
		});
		expect([second.rows(), second.directories()]).toEqual([rows, directories]);
	});

	it("[snapshot-own-directories] for want of directories leaves no row and no directory", async () => {
		await spawn(first, "worker", { session: "one" });
		const agents = join(second.home, "sandboxes/agents");
		const [rows, directories] = [second.rows(), second.directories()];
		renameSync(agents, `${agents}.away`);
		writeFileSync(agents, "in the way");
		await expect(second.authority.restoreSnapshot(ADMIN, await snapshotOf(first))).rejects.toThrow();
		rmSync(agents);
		renameSync(`${agents}.away`, agents);
		expect([second.rows(), second.directories()]).toEqual([rows, directories]);
	});
});
