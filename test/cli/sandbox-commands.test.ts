import { linkSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openHome } from "../authority/open-home.ts";
import { callWrit } from "./call-writ.ts";
import { scratch } from "./scratch.ts";

const runWrit = (home: string, words: readonly string[]) => callWrit([...words, "--home", home]);
const askWrit = async (home: string, words: readonly string[]) => JSON.parse((await runWrit(home, [...words, "--json"])).out);

describe("writ sandbox", () => {
	it("[cli-sandbox-plan] plan shows mounts, network, what is closed, limits with their strength, and what is not held", async () => {
		const folder = scratch({ "project/.env": "", "project/.mcp.json": "{}", "project/kept/linked": "", "home/config.yaml": "" });
		linkSync(join(folder, "project/kept/linked"), join(folder, "outside"));
		const project = join(folder, "project");
		const shown = await runWrit(join(folder, "home"), ["sandbox", "plan", "--profile", "standard", "--workspace", project]);
		expect([shown.code, shown.complaints]).toEqual([0, ""]);
		expect(shown.out).toMatch(new RegExp(`^${project} +write +${project}$`, "m"));
		expect(shown.out).toMatch(/^\/sandbox\/home +write +\S+\/scratch\/home \(made\)$/m);
		expect(shown.out).toMatch(new RegExp(`^${project}/.env +empty$`, "m"));
		expect(shown.out).toMatch(new RegExp(`^${project}/.mcp.json +read-only$`, "m"));
		expect(shown.out).toMatch(new RegExp(`^${project}/.vscode +cannot be made$`, "m"));
		expect(shown.out).toMatch(/^ {2}all files +\d+ MB \(soft\)$/m);
		expect(shown.out).toMatch(/^ {2}processes +\d+ \(hard\)$/m);
		expect(shown.out).toContain(`'${project}/kept' is or holds a file that has another name outside: it is mounted read-only.`);
		expect(readdirSync(project).toSorted()).toEqual([".env", ".mcp.json", "kept"]);
	}, 20_000);

	it("[cli-sandbox-plan] plan says why there is none, with the exit code that a run would have", async () => {
		const folder = scratch({
			"home/profiles/wide.yaml": 'filesystem:\n  read_paths: ["/proc"]\n',
			"home/profiles/glob.yaml": 'filesystem:\n  write_paths: ["./workspace/*.txt"]\n',
			"project/file": "",
		});
		const plan = (...words: readonly string[]) =>
			runWrit(join(folder, "home"), ["sandbox", "plan", "--workspace", join(folder, "project"), ...words]);
		const wide = await plan("--profile", "wide", "--json");
		expect([wide.code, JSON.parse(wide.out)]).toMatchObject([
			3,
			{ ok: false, problems: [{ code: "path-outside", cure: expect.any(String) }] },
		]);
		expect((await plan("--profile", "glob")).code).toBe(2);
		expect((await plan("--profile", "nobody-wrote-it")).code).toBe(2);
		expect((await plan("--managed")).code).toBe(2);
		expect((await plan("--agent-id", "a")).code).toBe(2);
	}, 30_000);

	it("[cli-sandbox-rest] plan of a living agent, stats with bytes, removal of sessions, and sweep", async () => {
		const { home, close } = await openHome();
		await runWrit(home, ["sandbox", "create", "a", "--mode", "shared", "--session", "team"]);
		const planned = await askWrit(home, ["sandbox", "plan", "--agent-id", "a"]);
		expect(planned).toMatchObject({ ok: true, plan: { agent: "a", mode: "shared", limits: { totalSizeMb: 100 } } });
		expect((await runWrit(home, ["sandbox", "plan", "--agent-id", "nobody"])).code).toBe(1);
		expect((await runWrit(home, ["sandbox", "stats"])).out).toMatch(/bytes used +[\d.]+ kB\n +bytes allowed +100 MB \(soft/);
		expect((await runWrit(home, ["sandbox", "remove"])).code).toBe(2);
		expect((await runWrit(home, ["sandbox", "remove", "--session", "team"])).code).toBe(1);
		expect((await runWrit(home, ["sandbox", "remove", "--session", "team", "--force"])).out).toBe("✓ removed\n");
		expect(await askWrit(home, ["sandbox", "remove", "--session", "team"])).toMatchObject({ removed: false });
		const left = join(home, "sandboxes/agents/00000000-0000-4000-8000-000000000000");
		mkdirSync(left);
		expect((await runWrit(home, ["sandbox", "sweep"])).out).toMatch(/directories removed +0\n/);
		expect(readdirSync(join(home, "sandboxes/agents"))).toHaveLength(1);
		await close();
	}, 30_000);
});
