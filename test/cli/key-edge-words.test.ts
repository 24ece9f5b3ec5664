import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { hasBrowser, openInBrowser } from "../../src/cli/commands/open.ts";
import { askWrit, runWrit, startServer } from "./run-writ.ts";
import { scratch } from "./scratch.ts";

describe("the words of people for keys, edges and the page", () => {
	it("[cli-edge-words] allow and block say what they do, with expiry, rate and reason, and the help shows how", async () => {
		const home = scratch();
		await startServer(home);
		for (const id of ["a", "b"]) await runWrit(home, ["agent", "spawn", id]);
		expect((await runWrit(home, ["edge", "allow", "a", "b", "--rate", "3/60", "--expires", "30m"])).out).toMatch(
			/^✓ added: a may reach b, 3 in 60 s, until /,
		);
		expect((await runWrit(home, ["edge", "block", "b", "a", "--reason", "quiet"])).out).toBe("✓ added: b may not reach a\n");
		expect((await askWrit(home, ["edge", "list", "--source", "b"])).reply.edges).toMatchObject([{ effect: "block", reason: "quiet" }]);
		expect((await runWrit(home, ["edge", "block", "a", "b", "--rate", "1/1"])).code).toBe(2);
		expect((await runWrit(home, ["edge", "allow", "a", "b", "--expires", "2020-01-01"])).code).toBe(2);
		await runWrit(home, ["edge", "allow", "a", "b", "--expires", "1s"]);
		await sleep(1_100);
		expect((await runWrit(home, ["edge", "list", "--source", "a"])).out).toContain("(ended)");
		for (const noun of ["edge", "key", "open"]) expect((await runWrit(home, [noun, "--help"])).out, noun).toContain("Examples:");
	});

	it("[cli-key-words] a key is meant by its id, the beginning of it, or a name that one living key has", async () => {
		const home = scratch();
		await startServer(home);
		const create = async (name: string, email: string): Promise<string> =>
			(await askWrit(home, ["key", "create", name, "--email", email])).reply.key.id;
		const id = await create("laptop", "ann@example.com");
		const rotated = await runWrit(home, ["key", "rotate", "laptop"]);
		expect([rotated.code, rotated.out]).toEqual([0, expect.stringContaining("The old value has ended.")]);
		expect((await runWrit(home, ["key", "rotate", "laptop", "--grace", "60"])).out).toContain("works for another 60 seconds");
		const both = await runWrit(home, ["key", "revoke", "laptop"]);
		expect([both.code, both.complaints]).toEqual([1, expect.stringContaining("2 keys have this name")]);
		expect((await runWrit(home, ["key", "revoke", id.slice(0, 20)])).code).toBe(0);
		expect((await runWrit(home, ["key", "revoke", "key_"])).complaints).toContain("Key not found");
		expect((await askWrit(home, ["key", "revoke", "nobody"])).reply.code).toBe("not-found");
		await create("phone", "bob@example.com");
		expect((await runWrit(home, ["key", "revoke", "phone"])).out).toBe("✓ revoked 1 key\n");
	});

	it("[cli-open-browser] the link is shown by a browser without anybody else on the machine seeing it", async () => {
		expect(hasBrowser({ DISPLAY: ":0" }, "linux")).toBe(true);
		expect(hasBrowser({}, "linux")).toBe(false);
		expect(hasBrowser({ SSH_CONNECTION: "x" }, "darwin")).toBe(false);
		const home = scratch();
		const programs = join(home, "programs");
		mkdirSync(programs);
		writeFileSync(join(programs, "xdg-open"), `#!/bin/sh\nprintf '%s' "$*" > ${home}/seen\n`, { mode: 0o755 });
		const before = process.env.PATH;
		process.env.PATH = `${programs}:${before}`;
		expect(await openInBrowser(home, "http://127.0.0.1:1/login?code=secret&x=1")).toBe(true);
		process.env.PATH = "/nonexistent";
		expect(await openInBrowser(home, "http://127.0.0.1:1/login?code=secret")).toBe(false);
		process.env.PATH = before;
		for (let tries = 0; tries < 40 && !statSync(join(home, "seen"), { throwIfNoEntry: false })?.size; tries++) await sleep(50);
		const file = readFileSync(join(home, "seen"), "utf8");
		expect(file).toBe(join(home, "run/open.html"));
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(readFileSync(file, "utf8")).toContain("code=secret");
	});
});
