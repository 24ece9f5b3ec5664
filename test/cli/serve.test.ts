import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { askWrit, holderOf, runWrit, startServer } from "./run-writ.ts";
import { scratch } from "./scratch.ts";

const serve = (home: string) => runWrit(home, ["serve", "--port", "0"]);

describe("writ serve with the authority", () => {
	it("[cli-open-page] gives the way into the page: a link that works once", async () => {
		const home = scratch();
		const { child } = await startServer(home);
		const { reply } = await askWrit(home, ["open"]);
		const opened = await fetch(String(reply.url), { redirect: "manual" });
		expect([opened.status, opened.headers.get("location")]).toEqual([303, "/"]);
		expect((await fetch(String(reply.url), { redirect: "manual" })).status).toBe(401);
		child.kill("SIGTERM");
		await once(child, "exit");
	});

	it("[cli-serve-authority] says where its socket and key are, and SIGTERM removes the socket and lets go of the home", async () => {
		const home = scratch();
		const { child, ready, log } = await startServer(home);
		expect(ready).toMatchObject({
			socket: join(home, "run/daemon.sock"),
			home,
			admin_key_file: join(home, "admin.key"),
			mcp_url: `${ready.url}mcp`,
		});
		expect(statSync(ready.socket).mode & 0o777).toBe(0o600);
		expect(statSync(ready.admin_key_file).mode & 0o777).toBe(0o600);
		expect((await askWrit(home, ["agent", "spawn", "one"])).reply.status).toBe("created");
		child.kill("SIGTERM");
		expect(await once(child, "exit")).toEqual([0, null]);
		expect(existsSync(ready.socket)).toBe(false);
		expect(holderOf(home)).toBe(null);
		expect(
			log()
				.trimEnd()
				.split("\n")
				.every((line) => /^\d{4}-\d\d-\d\dT[\d:.]+Z \S/.test(line)),
		).toBe(true);
		const again = await startServer(home);
		expect((await askWrit(home, ["agent", "list"])).reply.count).toBe(1);
		again.child.kill("SIGINT");
		expect(await once(again.child, "exit")).toEqual([0, null]);
	});

	it("[cli-serve-second] a second server on the same home ends with 3 and names the first", async () => {
		const home = scratch();
		const { ready } = await startServer(home);
		const second = await serve(home);
		expect(second).toMatchObject({ code: 3, out: "" });
		expect(second.complaints).toContain(`process ${ready.pid}`);
		expect(existsSync(ready.socket)).toBe(true);
		expect((await askWrit(home, ["agent", "list"])).reply.count).toBe(0);
	});

	it("[cli-serve-stale] what a killed server left never blocks a start", async () => {
		const home = scratch();
		const { child, ready } = await startServer(home);
		child.kill("SIGKILL");
		await once(child, "exit");
		expect(existsSync(ready.socket)).toBe(true);
		await startServer(home);
		expect((await askWrit(home, ["agent", "list"])).code).toBe(0);
	});

	it("[cli-serve-broken] a newer schema, a damaged database, a home that is not one: exit 3 with cause and cure", async () => {
		const newer = scratch();
		const { child } = await startServer(newer);
		child.kill("SIGTERM");
		await once(child, "exit");
		const database = new DatabaseSync(join(newer, "writ.db"));
		database.exec("UPDATE schema_version SET version = 99");
		database.close();
		expect(await serve(newer)).toMatchObject({ code: 3, complaints: expect.stringContaining("start the newer writ") });
		expect(await runWrit(newer, ["agent", "list"])).toMatchObject({ code: 3, complaints: expect.stringContaining("start the newer writ") });

		const damaged = scratch({ "writ.db": "this is not a database, although it is long enough to look like one".repeat(50) });
		expect(await serve(damaged)).toMatchObject({ code: 3, complaints: expect.stringContaining("put a backup in its place") });

		const file = join(scratch({ file: "" }), "file");
		expect(await serve(file)).toMatchObject({ code: 3, complaints: expect.stringContaining("choose another one with --home") });
		expect(await runWrit(file, ["agent", "list"])).toMatchObject({ code: 3, complaints: expect.stringContaining("--home") });
	});

	it("[cli-serve-broken] a broken definition of the person's ends with 2, also for whoever needs the daemon", async () => {
		const home = scratch({ "profiles/mine.yaml": "tolls: {}\n" });
		expect(await serve(home)).toMatchObject({ code: 2, complaints: expect.stringContaining("writ check") });
		expect(await runWrit(home, ["agent", "list"])).toMatchObject({ code: 2, complaints: expect.stringContaining("writ check") });
	});

	it("[cli-serve-path] a home whose socket would have too long a name is refused in words", async () => {
		const home = join(scratch(), "h".repeat(100));
		mkdirSync(home);
		expect(await serve(home)).toMatchObject({ code: 3, complaints: expect.stringContaining("shorter home") });
		expect(await runWrit(home, ["agent", "list"])).toMatchObject({ code: 3, complaints: expect.stringContaining("shorter home") });
	});

	it("[cli-serve-home-open] a home that others can write into is refused, one that they can look into is told", async () => {
		const home = scratch();
		for (const mode of [0o777, 0o1777, 0o770]) {
			chmodSync(home, mode);
			expect(await serve(home)).toMatchObject({ code: 3, complaints: expect.stringContaining("chmod 700") });
			expect(await runWrit(home, ["agent", "list"])).toMatchObject({ code: 3, complaints: expect.stringContaining("home-open") });
			expect(readdirSync(home)).toEqual([]);
		}
		chmodSync(home, 0o755);
		expect((await startServer(home)).log()).toContain("warning: other users can look into the home");
		expect(statSync(home).mode & 0o777).toBe(0o755);
	});

	it("[cli-serve-database-open] a database that others can read is closed to them, and the log says so", async () => {
		const home = scratch();
		const { child, log } = await startServer(home);
		expect(log()).not.toContain("warning");
		child.kill("SIGTERM");
		await once(child, "exit");
		chmodSync(join(home, "writ.db"), 0o666);
		const again = await startServer(home);
		expect(again.log()).toMatch(/warning: other users could change \S+writ\.db \(mode 666\); it is now 600/);
		for (const name of readdirSync(home).filter((file) => file.startsWith("writ.db")))
			expect(statSync(join(home, name)).mode & 0o077, name).toBe(0);
		expect((await askWrit(home, ["agent", "spawn", "one"])).code).toBe(0);
	});

	it("[cli-no-secrets] no key stands in the list of processes, in the log, or in the ledger", async () => {
		const home = scratch();
		const { log, ready } = await startServer(home);
		const made = await askWrit(home, ["agent", "spawn", "one"]);
		const secrets = [made.reply.api_key, readFileSync(ready.admin_key_file, "utf8").trim()];
		expect(secrets.every((secret) => /^writ_/.test(secret))).toBe(true);
		const bad = await runWrit(home, ["agent", "list"], { key: `${secrets[0]}x` });
		expect(bad).toMatchObject({ code: 1, complaints: expect.stringContaining("WRIT_KEY") });
		const shown = [
			log(),
			bad.complaints,
			execFileSync("ps", ["axww", "-o", "args"], { encoding: "utf8" }),
			(await runWrit(home, ["audit", "export"])).out,
		];
		for (const secret of secrets) for (const text of shown) expect(text).not.toContain(secret);
	});

	it("[cli-no-secrets] a password in the address of a database is cut out of what is said", async () => {
		const home = scratch();
		writeFileSync(join(home, "note"), "");
		const failed = await runWrit(home, ["serve", "--port", "0", "--database", "postgres://me:geheim@127.0.0.1:1/none"]);
		expect(failed.code).toBe(3);
		expect(failed.complaints).not.toContain("geheim");
	});
});
