import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { askWrit, holderOf, runWrit, startServer, WRIT } from "./run-writ.ts";
import { scratch } from "./scratch.ts";

async function serve() {
	const home = scratch();
	const { child } = await startServer(home);
	const stop = async () => {
		child.kill("SIGTERM");
		await once(child, "exit");
	};
	await runWrit(home, ["agent", "spawn", "a"]);
	await runWrit(home, ["agent", "spawn", "b", "--parent", "a"]);
	return { home, stop };
}

describe("writ audit", () => {
	it("[cli-audit] lists with filters, follows what happens, verifies, exports and retains", async () => {
		const { home } = await serve();
		const list = await askWrit(home, ["audit", "list", "--kind", "spawn", "--effect", "deny", "--since", "1h"]);
		expect(list.reply.records).toMatchObject([{ agent: "b", code: "spawn-not-allowed", point: "socket" }]);
		expect((await runWrit(home, ["audit", "list", "--agent", "a"])).out).toMatch(/TIME .*\n.*sandbox created .* a +local +socket/);
		expect((await runWrit(home, ["audit", "list", "--agent", "nobody"])).out).toContain("No records match");
		expect((await runWrit(home, ["audit", "list", "--since", "soon"])).code).toBe(2);

		const follower = spawn(WRIT, ["audit", "follow", "--json", "--pattern", "agent:*", "--home", home]);
		const lines = createInterface(follower.stdout);
		const line = once(lines, "line");
		const followed = (async () => {
			for (let at = 0; ; at++) {
				await runWrit(home, ["agent", "spawn", `seen-${at}`]);
				const found = await Promise.race([line, new Promise<null>((resolve) => setTimeout(() => resolve(null), 500))]);
				if (found !== null) return JSON.parse(found[0]);
			}
		})();
		expect(await followed).toMatchObject({ event: "agent:spawned", data: { agent_id: expect.stringMatching(/^seen-/) } });
		follower.kill("SIGINT");
		expect(await once(follower, "exit")).toEqual([0, null]);

		expect((await runWrit(home, ["audit", "verify"])).out).toMatch(/✓ The ledger is whole: \d+ records in 1 chain/);
		const file = join(home, "records.csv");
		expect((await runWrit(home, ["audit", "export", "--format", "csv", "--output", file])).out).toContain("✓ Wrote");
		expect(readFileSync(file, "utf8")).toMatch(/^node,seq,id,/);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect((await runWrit(home, ["audit", "export", "--format", "csv", "--output", file])).code).toBe(3);
		const ocsf = await runWrit(home, ["audit", "export", "--format", "ocsf"]);
		expect(JSON.parse(ocsf.out.split("\n")[0] ?? "")).toHaveProperty("class_uid");
		expect((await runWrit(home, ["audit", "retain"])).code).toBe(2);
		expect((await runWrit(home, ["audit", "retain", "--before", "1d"])).out).toContain("nothing was removed");
		expect((await askWrit(home, ["audit", "retain", "--before", "0s"])).reply.removed).toBeGreaterThan(0);
		expect((await askWrit(home, ["audit", "verify"])).reply.ok).toBe(true);
	});

	it("[cli-audit-stopped] verifies and exports a stopped home without starting anything, and names what is wrong", async () => {
		const { home, stop } = await serve();
		const live = await runWrit(home, ["audit", "export"]);
		await stop();
		const stopped = await runWrit(home, ["audit", "export"]);
		expect(stopped).toEqual(live);
		expect((await runWrit(home, ["audit", "export", "--agent", "a"])).out.trimEnd().split("\n")).toHaveLength(2);
		expect(await askWrit(home, ["audit", "verify"])).toMatchObject({ code: 0, reply: { ok: true, first_bad: null } });
		expect(holderOf(home)).toBe(null);
		const database = new DatabaseSync(join(home, "writ.db"));
		database.exec("DELETE FROM ledger WHERE seq = 2");
		database.close();
		const broken = await runWrit(home, ["audit", "verify"]);
		expect(broken.code).toBe(1);
		expect(broken.out).toMatch(/✗ The ledger is not whole\n {2}record 2 of node_\w+: deleted\n/);
		expect(await runWrit(scratch(), ["audit", "verify"])).toMatchObject({ code: 3, complaints: expect.stringContaining("no database") });
	});
});
