import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { runHome } from "../run/run-home.ts";

const { call } = runHome();

describe("the command line", () => {
	it("[runner-cli] spawns an agent with a program, prints what it answers, and its workspace says whom it may write to", async () => {
		const spawned = await call([
			"agent",
			"spawn",
			"speaker",
			"--profile",
			"standard",
			"--runner",
			'command:["sh","-c","echo heard: $(cat)"]',
			"--json",
		]);
		expect(spawned.complaints).toBe("");
		const { path } = JSON.parse(spawned.out).sandbox;
		expect((await call(["agent", "send", "speaker", "hello"])).out).toBe("heard: hello\n");
		expect((await call(["agent", "send", "speaker", "hello", "--no-wait"])).out).toContain("sent");
		for (let tries = 0; !existsSync(join(path, "workspace/.writ/PERMITTED_AGENTS.md")) && tries < 40; tries++) await sleep(50);
		expect(existsSync(join(path, "workspace/.writ/PERMITTED_AGENTS.md"))).toBe(true);
		const refused = await call(["agent", "spawn", "other", "--runner", "claude"]);
		expect([refused.code, refused.complaints]).toEqual([2, expect.stringContaining("not built yet")]);
	});
});
