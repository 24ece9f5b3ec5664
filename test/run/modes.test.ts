import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ended, runHome, says } from "./run-home.ts";

const { home, begin, call, run, profile, records, workspace } = runHome();
const directories = (): readonly string[] => readdirSync(join(home, "sandboxes/agents")).filter((name) => !name.endsWith(".json"));
const MAY_SPAWN = ["--override", '{"capabilities": {"spawn_agents": true}}'];

describe("modes of writ run", () => {
	it("[sandbox-16-s12] the same id twice is two records in one workspace; with --managed the second one finds nothing of the first", async () => {
		const first = await run(["--id", "twice", "--managed", "--json"], "echo 1 > one; ls");
		const second = await run(["--id", "twice", "--managed", "--json"], "ls");
		expect([first.out, second.out]).toEqual(["one\n", ""]);
		expect(second.report().sandbox?.uuid).not.toBe(first.report().sandbox?.uuid);
		const directory = workspace();
		for (const name of ["one", "two"]) await run(["--id", "again"], `touch ${name}`, { directory });
		expect(readdirSync(directory)).toEqual(["one", "two"]);
		expect((await records("again")).filter(({ request }) => JSON.stringify(request).includes("launched"))).toHaveLength(2);
		expect(directories()).toEqual([]);
	});

	it("[sandbox-16-s13] [sandbox-16-s14] agents of one session see each other's files, which stay when one of them ends", async () => {
		const session = ["--mode", "shared", "--session", "team"];
		const first = begin(["run", "--id", "one", ...session, "--", "sh", "-c", "echo from one > note; echo ready; read go"]);
		const end = ended(first);
		await says(first, "ready");
		expect((await run(["--id", "two", ...session], "cat note; echo from two > answer")).out).toBe("from one\n");
		first.stdin?.end("go\n");
		expect((await end).code).toBe(0);
		expect((await run(["--id", "three", ...session], "cat note answer")).out).toBe("from one\nfrom two\n");
	});

	it("[sandbox-16-s15] [sandbox-16-s16] a nested child reads its parent's workspace and cannot write it; with `none` it is not there", async () => {
		await call(["agent", "spawn", "mother", "--profile", "interactive", ...MAY_SPAWN]);
		const nested = ["--mode", "nested", "--parent", "mother"];
		const child = await run([...nested, "--id", "child"], "ls -d /sandbox/parent; echo x > /sandbox/parent/x");
		expect([child.code, child.out, child.complaints]).toEqual([2, "/sandbox/parent\n", expect.stringContaining("Read-only file system")]);
		const apart = profile(
			"name: apart\ntools: {allowed: [Read]}\nfilesystem: {read_paths: [./workspace], write_paths: [./workspace]}\nsandbox: {mode: nested, parent_share: none}\n",
		);
		expect((await run(["--profile", apart, "--parent", "mother", "--managed", "--id", "apart"], "test -e /sandbox/parent")).code).toBe(1);
	});

	it("[sandbox-16-s17] [sandbox-12-denied] a child that asks for more than its parent holds ends with 1, and nothing is left", async () => {
		await call(["agent", "spawn", "narrow", "--profile", "read-only", ...MAY_SPAWN]);
		const before = directories();
		const ran = await run(["--parent", "narrow", "--managed", "--id", "wide", "--profile", "interactive", "--json"], "touch ran");
		expect([ran.code, ran.report()]).toEqual([1, expect.objectContaining({ code: "escalation", exit_code: null })]);
		expect(directories()).toEqual(before);
		expect(await records("wide")).toEqual([expect.objectContaining({ effect: "deny", code: "escalation" })]);
	});

	it("[sandbox-16-s18] a parent with a living child is not removed, unless forced; then the child ends first", async () => {
		await call(["agent", "spawn", "keeper", "--profile", "interactive", ...MAY_SPAWN]);
		const child = begin(["run", "--mode", "nested", "--parent", "keeper", "--id", "kid", "--", "sh", "-c", "echo ready; exec sleep 100"]);
		const end = ended(child);
		await says(child, "ready");
		expect(await call(["sandbox", "remove", "keeper"])).toMatchObject({ code: 1, complaints: expect.stringContaining("sandbox-in-use") });
		expect((await call(["sandbox", "remove", "keeper", "--force"])).code).toBe(0);
		expect((await end).code).toBe(137);
	});

	it("[sandbox-11-ended] a program ends at once when somebody ends its agent, also after the server was killed", async () => {
		for (const [id, isKilled] of [
			["stopped-one", false],
			["stopped-two", true],
		] as const) {
			const child = begin(["run", "--id", id, "--managed", "--", "sh", "-c", "echo ready; exec sleep 100"]);
			const end = ended(child);
			await says(child, "ready");
			if (isKilled) {
				process.kill(Number(readFileSync(join(home, "writ.db.pid"), "utf8")), "SIGKILL");
				await sleep(200);
			}
			expect((await call(["agent", "terminate", id])).code).toBe(0);
			expect((await end).code).toBe(137);
		}
	});

	it("[sandbox-11-credential] who calls with an agent's key starts children of that agent, and none in a directory that it does not hold", async () => {
		const { api_key: key } = JSON.parse((await call(["agent", "spawn", "chief", "--profile", "nexus/trusted", "--json"])).out);
		const environment = { WRIT_KEY: key };
		const child = await run(["--managed", "--id", "clerk", "--profile", "read-only"], "echo ran", { environment });
		expect([child.code, child.out]).toEqual([0, "ran\n"]);
		expect(await records("clerk")).toContainEqual(
			expect.objectContaining({ principal: "agent:chief", request: expect.objectContaining({ action: "launched" }) }),
		);
		const elsewhere = await run(["--workspace", "/usr/share", "--profile", "read-only", "--json"], "echo ran", { environment });
		expect([elsewhere.code, elsewhere.out, elsewhere.report().code]).toEqual([1, "", "escalation"]);
		const other = await run(["--managed", "--id", "spy", "--parent", "mother", "--profile", "read-only"], "echo ran", { environment });
		expect([other.code, other.out]).toEqual([1, ""]);
	});

	it("[sandbox-16-s19] a directory that was closed to everybody is removed too", async () => {
		const { code, report } = await run(["--json", "--managed", "--id", "closer"], "mkdir -p a/b && touch a/b/c && chmod 000 a/b a");
		const uuid = report().sandbox?.uuid ?? "";
		expect([code, existsSync(join(home, "sandboxes/agents", uuid))]).toEqual([0, false]);
	});

	it("[sandbox-7-closed-workspace] a workspace that a program has closed is open for the next one, also one that agents share", async () => {
		const directory = workspace();
		expect((await run([], "chmod 000 .", { directory })).code).toBe(0);
		expect([(await run([], "touch made", { directory })).code, readdirSync(directory)]).toEqual([0, ["made"]]);
		const session = ["--mode", "shared", "--session", "closing"];
		expect((await run(session, "chmod 000 .")).code).toBe(0);
		expect((await run(session, "touch made")).code).toBe(0);
	});

	it("[sandbox-7-closed-workspace] one that its owner has closed is refused with the words that open it", async () => {
		const directory = workspace();
		chmodSync(directory, 0o500);
		const { code, complaints } = await run([], "touch made", { directory });
		expect([code, complaints]).toEqual([3, expect.stringContaining(`chmod u+rwx ${directory}`)]);
	});

	it("[sandbox-16-s21] two isolated and two shared sandboxes are counted as such", async () => {
		await call(["agent", "terminate", "--pattern", "*"]);
		const words = [
			["--managed", "--id", "i1"],
			["--managed", "--id", "i2"],
			["--id", "h1", "--mode", "shared", "--session", "both"],
			["--id", "h2", "--mode", "shared", "--session", "both"],
		];
		const running = words.map((options) => begin(["run", ...options, "--", "sh", "-c", "echo ready; read go"]));
		const ends = running.map(ended);
		await Promise.all(running.map((child) => says(child, "ready")));
		const { stats } = JSON.parse((await call(["sandbox", "stats", "--json"])).out);
		expect(stats).toMatchObject({ total_sandboxes: 4, isolated: 2, shared: 2 });
		for (const child of running) child.stdin?.end("go\n");
		expect((await Promise.all(ends)).map(({ code }) => code)).toEqual([0, 0, 0, 0]);
	});

	it("[sandbox-7-exit-exports] protected names among the exports go to quarantine: exports are what outlives the agent", async () => {
		const exporting = profile(
			"name: planting\ntools: {allowed: [Read]}\nfilesystem: {read_paths: [./workspace, ./exports], write_paths: [./workspace, ./exports]}\n",
		);
		const script =
			"cd /sandbox/exports; mkdir .claude s s/.vscode; echo {} > .claude/settings.json; echo {} > .mcp.json; echo x > s/.vscode/tasks.json; echo y > fine";
		const ran = await run(["--profile", exporting, "--json", "--managed", "--id", "planter"], script);
		const exports = ran.report().sandbox?.exports ?? "";
		expect(readFileSync(join(exports, "fine"), "utf8")).toBe("y\n");
		for (const name of [".claude", ".mcp.json", "s/.vscode"]) expect(existsSync(join(exports, name)), name).toBe(false);
		expect(
			ran
				.report()
				.violations.map(({ path }) => path)
				.toSorted(),
		).toEqual([".claude", ".mcp.json", "s/.vscode"]);
	});

	it("[sandbox-1-exports] what a program exports outlives it, and goes to its living parent if it has one", async () => {
		const exporting = profile(
			"name: exporting\ntools: {allowed: [Read]}\nfilesystem: {read_paths: [./workspace, ./exports], write_paths: [./workspace, ./exports]}\n",
		);
		const alone = await run(["--profile", exporting, "--json", "--managed", "--id", "alone"], "echo result > /sandbox/exports/answer");
		expect(alone.report().sandbox?.exports).toBe(join(home, "exports", alone.report().sandbox?.uuid ?? ""));
		expect(readFileSync(join(alone.report().sandbox?.exports ?? "", "answer"), "utf8")).toBe("result\n");
		await call(["agent", "spawn", "father", "--profile", "trusted", ...MAY_SPAWN]);
		const child = await run(
			["--profile", exporting, "--parent", "father", "--json", "--managed", "--id", "son"],
			"echo 7 > /sandbox/exports/seven",
		);
		expect(child.report().sandbox?.exports).toMatch(/\/nested\/son\/exports$/);
		expect(readFileSync(join(child.report().sandbox?.exports ?? "", "seven"), "utf8")).toBe("7\n");
	});
});
