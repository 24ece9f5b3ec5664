import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ADMIN, give, storyHome, WORKER } from "./story-home.ts";

const { folder, home, authority, prepare, start, run, workspace, directories } = storyHome();
const WAIT = "while [ ! -e go ]; do sleep 0.05; done";
const GIT = "g='git -c safe.directory=* -c user.name=a -c user.email=a@b'; $g init -q . && $g add file && $g commit -qm one";
const reads = (path: string): string => readFileSync(path, "utf8").trim();

describe("stubs of missing protected names", () => {
	it("[sandbox-7-ten-runs] ten runs on one workspace work, and none loses its masks when another leaves", async () => {
		const directory = workspace({ file: "" });
		const wish = { sandbox: { workspace: directory } };
		const script = `${WAIT}; { echo x >.mcp.json; } 2>/dev/null || echo held >held`;
		const long = await start(wish, script);
		const short = Array.from({ length: 9 }, (_, index) => run(wish, `{ echo x >.mcp.json; } 2>/dev/null || echo ${index} >done-${index}`));
		const ends = await Promise.all(short);
		expect(ends.map(({ report }) => (report.started ? report.exitCode : report))).toEqual(Array.from({ length: 9 }, () => 0));
		expect(existsSync(join(directory, ".mcp.json"))).toBe(true);
		long.tell("go");
		await long.ended;
		expect(readdirSync(directory).toSorted()).toEqual([...Array.from({ length: 9 }, (_, index) => `done-${index}`), "file", "go", "held"]);
		expect(readdirSync(join(home, "stubs"))).toEqual(["lock"]);
	}, 60_000);

	it("[sandbox-7-stub-git] git inside does not show them, and finds the repository as it is", async () => {
		const directory = workspace({ file: "x" });
		execFileSync("sh", ["-c", GIT], { cwd: directory });
		give(directory);
		const { report } = await run({ sandbox: { workspace: directory } }, "git status --porcelain >/tmp/status 2>&1; cp /tmp/status seen");
		expect(report).toMatchObject({ started: true, exitCode: 0, findings: [] });
		expect(reads(join(directory, "seen"))).toBe("");
		expect(readdirSync(directory).toSorted()).toEqual([".git", "file", "seen"]);
	}, 15_000);
});

describe("hard links to outside", () => {
	const linked = () => {
		const directory = workspace({ "tree/deep/inner": "old", plain: "old", free: "old" });
		const outside = join(folder, `outside-${directory.slice(-1)}`);
		mkdirSync(outside);
		for (const name of ["tree/deep/inner", "plain"]) linkSync(join(directory, name), join(outside, name.replaceAll("/", "-")));
		return { directory, outside, wish: { sandbox: { workspace: directory } } };
	};
	const SCRIPT =
		"cat plain tree/deep/inner >/dev/null; for f in plain tree/deep/inner tree/new free; do { echo new >$f; } 2>/dev/null; done; true";

	it("[sandbox-7-hard-links-run] what holds them can be read and not written, and that is said", async () => {
		const { directory, outside, wish } = linked();
		const { report } = await run(wish, SCRIPT);
		if (!report.started) throw new Error(JSON.stringify(report));
		expect(["plain", "tree/deep/inner", "free"].map((name) => reads(join(directory, name)))).toEqual(["old", "old", "new"]);
		expect(reads(join(outside, "plain"))).toBe("old");
		expect(existsSync(join(directory, "tree/new"))).toBe(false);
		const said = report.missing.filter(({ what }) => what === "filesystem.write_paths").map(({ why }) => why);
		expect(said.map((why) => /'(.*)'/.exec(why)?.[1]).toSorted()).toEqual([join(directory, "plain"), join(directory, "tree")]);
	}, 15_000);

	it("[sandbox-7-hard-links-break] copies in their place can be written, and what is outside stays", async () => {
		const { directory, outside, wish } = linked();
		const { mode, uid, mtime } = statSync(join(directory, "plain"));
		const { report } = await run(wish, "true", { hardLinks: "copy" });
		expect(report).toMatchObject({ started: true });
		expect(statSync(join(directory, "plain"))).toMatchObject({ mode, uid, mtime, nlink: 1 });
		await run(wish, SCRIPT, { hardLinks: "copy" });
		expect(["plain", "tree/deep/inner", "tree/new"].map((name) => reads(join(directory, name)))).toEqual(["new", "new", "new"]);
		expect(readdirSync(outside).map((name) => reads(join(outside, name)))).toEqual(["old", "old"]);
		expect(readdirSync(directory).toSorted()).toEqual(["free", "plain", "tree"]);
	}, 15_000);

	it("[sandbox-7-hard-links-refuse] refused: 3, and the first five names", async () => {
		const { directory, wish } = linked();
		for (let index = 0; index < 6; index++) linkSync(join(directory, "plain"), join(directory, `plain-${index}`));
		const { report } = await run(wish, "echo ran >ran", { hardLinks: "refuse" });
		expect(report).toMatchObject({ started: false, exit: 3, problems: [{ code: "path-outside" }] });
		const named = report.started ? "" : (report.problems[0]?.message ?? "");
		expect(named.match(/'[^']+'/g)).toHaveLength(5);
		expect(named).toContain("and 3 more");
		expect(existsSync(join(directory, "ran"))).toBe(false);
	});
});

describe("a hard quota", () => {
	it("[sandbox-2-hard-quota-run] [sandbox-9-hard-quota] the workspace is memory of that size, the input is read, results leave through exports", async () => {
		const directory = workspace({ input: "given" });
		const profile = { ...WORKER, filesystem: { ...WORKER.filesystem, max_total_size_mb: 8 }, sandbox: { quota: "hard" } };
		const { report, exports } = await run(
			{ profile, sandbox: { workspace: directory } },
			`exec >/sandbox/exports/said 2>&1; cat /sandbox/input/input; echo; ls; echo x >/sandbox/input/new; head -c 20000000 /dev/zero >big; wc -c <big; pwd`,
		);
		expect(report).toMatchObject({ started: true, exitCode: 0, limits: [{ limit: directory, allowed: 8, used: 8 }] });
		const [given, readOnly, full, size, place] = reads(join(exports ?? "", "said")).split("\n");
		expect([given, size, place]).toEqual(["given", `${8 * 1024 * 1024}`, directory]);
		expect(readOnly).toContain("Read-only file system");
		expect(full).toContain("No space left");
		expect(readdirSync(directory)).toEqual(["input"]);
	}, 15_000);

	it("[sandbox-9-soft-quota-run] soft: a workspace that grows too large is ended within two seconds, and the limit is named", async () => {
		const directory = workspace({ before: "x".repeat(3_000_000) });
		const profile = { ...WORKER, filesystem: { ...WORKER.filesystem, max_total_size_mb: 2 } };
		const began = performance.now();
		const { report } = await run({ profile, sandbox: { workspace: directory } }, "head -c 9000000 /dev/zero >big; sleep 30");
		expect(report).toMatchObject({ started: true, exitCode: 137, limits: [{ limit: "max_total_size_mb", allowed: 2 }] });
		expect(performance.now() - began).toBeLessThan(8000);
	}, 15_000);
});

describe("what a run leaves behind", () => {
	it("[sandbox-7-scan-run] a protected name deeper down is in quarantine, and below node_modules only reported", async () => {
		const directory = workspace();
		const { report, prepared } = await run(
			{ sandbox: { workspace: directory } },
			"mkdir -p sub/.claude node_modules/a/.vscode; echo {} >sub/.claude/settings.json; ln -s /etc/passwd leaving; echo ok >fine",
		);
		if (!report.started) throw new Error(JSON.stringify(report));
		expect(report.findings.map(({ path, kind, outcome }) => `${path} ${kind} ${outcome}`)).toEqual([
			"leaving leaving-link moved",
			"node_modules/a/.vscode protected-name reported",
			"sub/.claude protected-name moved",
		]);
		const quarantine = join(home, "quarantine", prepared.own.slice(prepared.own.lastIndexOf("/") + 1));
		expect(reads(join(quarantine, "sub/.claude/settings.json"))).toBe("{}");
		expect(readdirSync(directory, { recursive: true }).toSorted()).toEqual([
			"fine",
			"node_modules",
			"node_modules/a",
			"node_modules/a/.vscode",
			"sub",
		]);
	}, 15_000);

	it("[sandbox-7-scan-managed] in a directory of its own too, where the way there leads through writ's own name", async () => {
		const { report } = await run({ keep: true, id: "kept" }, "mkdir -p sub/.claude; echo ok >fine; echo ok >sub/fine");
		expect(report.started && report.findings.map(({ path }) => path)).toEqual(["sub/.claude"]);
		await authority().terminate(ADMIN, "kept");
	}, 15_000);

	it("[sandbox-1-remove-locked-run] directories that nobody may enter are removed with the rest", async () => {
		const { report } = await run({}, "mkdir -p closed/inner; echo x >closed/inner/file; chmod 000 closed/inner closed");
		expect(report).toMatchObject({ started: true, exitCode: 0 });
		expect(directories()).toEqual([]);
	}, 15_000);

	it("[sandbox-1-sweep-run] after a crash a sweep takes storage, agent and stubs, and no living agent's", async () => {
		const directory = workspace();
		const living = await start({ id: "living" }, WAIT);
		const gone = spawnSync("true").pid;
		const crashed = await authority().prepareRun(ADMIN, { id: "crashed", profile: WORKER, keep: false, level: "L3", pid: gone });
		expect(crashed.ok).toBe(true);
		mkdirSync(join(directory, ".mcp.json"));
		const stub = { pid: gone, pid_started: "1", boot_id: null, stubs: [{ path: join(directory, ".mcp.json"), file: false }] };
		mkdirSync(join(home, "stubs"), { recursive: true });
		writeFileSync(join(home, "stubs/00000000-0000-4000-8000-000000000000.json"), JSON.stringify(stub));
		expect(await authority().sweep(ADMIN)).toMatchObject({ ok: true, value: { agents: ["crashed"], stubs: 1 } });
		expect((await authority().agent(ADMIN, "crashed")).ok).toBe(false);
		expect(directories()).toEqual([living.prepared.own.slice(living.prepared.own.lastIndexOf("/") + 1)]);
		expect(readdirSync(directory)).toEqual([]);
		living.tell("go");
		expect((await living.ended).report).toMatchObject({ started: true, exitCode: 0 });
	}, 15_000);
});

describe("planAgent", () => {
	it("[sandbox-1-plan] shows how an agent would be started, by which plan it runs, and nothing to others", async () => {
		const made = await prepare({ id: "shown" });
		if (!made.ok) throw new Error(made.refusal.message);
		const planned = await authority().planAgent(ADMIN, "shown", "L3");
		expect(planned).toMatchObject({
			ok: true,
			value: { running: false, problems: [], plan: { agent: "shown", mode: "isolated", quota: "soft" } },
		});
		expect(await authority().planAgent(ADMIN, "shown", "L0")).toMatchObject({
			ok: true,
			value: { plan: null, problems: [{ code: "sandbox-level" }] },
		});
		const stranger = { ...ADMIN, principal: { kind: "person", email: "eve@example.org", role: "creator", keyId: null } } as const;
		expect(await authority().planAgent(stranger, "shown", "L3")).toMatchObject({ ok: false, refusal: { code: "not-found" } });
		await authority().terminate(ADMIN, "shown");
		const running = await start({ id: "running" }, WAIT);
		await expect
			.poll(async () => authority().planAgent(ADMIN, "running", "L3"), { timeout: 5000 })
			.toMatchObject({ ok: true, value: { running: true } });
		running.tell("go");
		await running.ended;
	}, 15_000);
});
