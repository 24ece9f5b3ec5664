import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ended, runHome, says, WRIT } from "./run-home.ts";

const { home, begin, call, run, workspace, profile, records } = runHome();
const directories = (): readonly string[] => readdirSync(join(home, "sandboxes/agents"));
const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

describe("writ run", () => {
	it("[sandbox-16-s1] [sandbox-11-exit] ends with the program's own code, and says nothing itself", async () => {
		const { code, out, complaints } = await run([], "echo hello; exit 37", { directory: workspace() });
		expect([code, out, complaints]).toEqual([37, "hello\n", ""]);
	});

	it("[sandbox-16-s2] [sandbox-11-exit] ends with 128 and the signal that ended the program", async () => {
		expect((await run([], "kill -9 $$", { directory: workspace() })).code).toBe(137);
	});

	it("[sandbox-11-exit] ends with 127 and 126 as shells do, and counts as started", async () => {
		const directory = workspace({ plain: "no program" });
		const missing = await call(["run", "--json", "--", "no-such-program"], { directory });
		expect([missing.code, missing.report().exit_code]).toEqual([127, 127]);
		expect((await call(["run", "--", "./plain"], { directory })).code).toBe(126);
	});

	it("[sandbox-16-s3] [sandbox-11-bytes] passes a mebibyte of anything through, identical", async () => {
		const input = randomBytes(1_048_576);
		const { bytes, code } = await call(["run", "--", "cat"], { input, directory: workspace() });
		expect([code, bytes.equals(input)]).toEqual([0, true]);
	});

	it("[sandbox-16-s4] [sandbox-11-json] with --json tells on standard error what it does, and in the last line everything", async () => {
		const directory = workspace();
		const ran = await run(["--json"], "echo out; echo err >&2; exit 5", { directory });
		expect(ran.out).toBe("out\n");
		const lines = ran.complaints.trimEnd().split("\n");
		expect(lines.slice(0, 2).map((line) => JSON.parse(line).event)).toEqual(["prepared", "launched"]);
		expect(lines[2]).toBe("err");
		expect(ran.report()).toEqual({
			agent_id: expect.stringMatching(/^agent_/),
			level: expect.stringMatching(/^L[34]$/),
			sandbox: {
				uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
				mode: "isolated",
				workspace: directory,
				exports: null,
				coarse: [],
				exposed: [],
				protected: expect.any(Array),
				missing: expect.any(Array),
			},
			exit_code: 5,
			usage: expect.objectContaining({ duration_ms: expect.any(Number), disk_bytes: expect.any(Number) }),
			violations: [],
		});
	});

	it("[sandbox-11-json] the last line is there too when the words are wrong", async () => {
		for (const words of [["--mode", "readonly"], ["--level", "L9"], ["--bogus"], ["--hardlinks", "zap"], ["--env", "PATH"]]) {
			const ran = await call(["run", "--json", ...words, "--", "true"], { directory: workspace() });
			expect([ran.code, ran.report().exit_code, ran.report().code], words.join(" ")).toEqual([2, null, "invalid-request"]);
		}
		const bare = await call(["run", "--json"], { directory: workspace() });
		expect([bare.code, bare.report().exit_code]).toEqual([2, null]);
	});

	it("[sandbox-6-own-variables] variables that the sandbox sets itself cannot be passed on, and that is said", async () => {
		for (const name of ["PATH", "HOME", "USER", "TMPDIR", "WRIT_AGENT_ID"]) {
			const ran = await call(["run", "--env", name, "--", "true"], { directory: workspace() });
			expect([ran.code, ran.complaints], name).toEqual([2, expect.stringContaining(`${name} is set by the sandbox itself`)]);
		}
	});

	it("[sandbox-11-stopped] a program that is stopped ends when it is told to", async () => {
		const child = begin(["run", "--", "sh", "-c", "echo ready; kill -STOP $$; exit 4"], { directory: workspace() });
		const end = ended(child);
		await says(child, "ready");
		await sleep(200);
		child.kill("SIGTERM");
		expect((await end).code).toBe(143);
	});

	it("[sandbox-11-json] the last line is one of its own, also after errors that end within a line", async () => {
		const ran = await run(["--json"], "printf open >&2", { directory: workspace() });
		expect(ran.complaints.split("\n").at(-3)).toBe("open");
		expect(ran.report().exit_code).toBe(0);
	});

	it("[sandbox-16-s5] [sandbox-11-signals] a TERM reaches the program, which ends in its own way", async () => {
		const script = "trap 'echo trapped; exit 9' TERM; echo ready; while :; do sleep 0.05; done";
		const child = begin(["run", "--", "sh", "-c", script], { directory: workspace() });
		const end = ended(child);
		await says(child, "ready");
		child.kill("SIGTERM");
		expect(await end).toMatchObject({ code: 9, out: "ready\ntrapped\n" });
	});

	it("[sandbox-11-signals] a second INT within two seconds ends a program that ignores the first", async () => {
		const child = begin(["run", "--", "sh", "-c", "trap '' INT; echo ready; while :; do sleep 0.05; done"], { directory: workspace() });
		const end = ended(child);
		await says(child, "ready");
		child.kill("SIGINT");
		await sleep(300);
		child.kill("SIGINT");
		expect(await end).toMatchObject({ code: 137 });
	});

	it("[sandbox-16-s6] [sandbox-16-s20] KILL of writ takes the program along, and the next sweep its agent, its storage and its stubs", async () => {
		const directory = workspace();
		const child = begin(["run", "--id", "killed", "--workspace", directory, "--", "sh", "-c", "echo ready; exec sleep 604.25"]);
		await says(child, "ready");
		const before = directories().length;
		await expect.poll(confined).not.toEqual([]);
		const processes = confined();
		child.kill("SIGKILL");
		await sleep(1000);
		expect(processes.filter(isAlive)).toEqual([]);
		expect(JSON.parse((await call(["agent", "list", "--json"])).out).count).toBe(1);
		const swept = JSON.parse((await call(["sandbox", "sweep", "--json"])).out);
		expect(swept.agents).toEqual(["killed"]);
		expect(JSON.parse((await call(["agent", "list", "--json"])).out).count).toBe(0);
		expect(directories().length).toBeLessThan(before);
		expect(readdirSync(directory)).toEqual([]);
	});

	it.each([
		["[sandbox-16-s7] an unknown profile", ["--profile", "nobody-wrote-it"]],
		["[sandbox-16-s8] an unknown mode", ["--mode", "readonly"]],
		["[sandbox-16-s9] a session that is not an id", ["--session", "../../x"]],
		["[sandbox-16-s10] a shared sandbox without a session", ["--mode", "shared"]],
		["[sandbox-12-words] an id that is not one", ["--id", "a..b"]],
		["[sandbox-12-words] an unknown level", ["--level", "L9"]],
		["[sandbox-12-words] a nested sandbox without a parent", ["--mode", "nested"]],
		["[sandbox-12-words] a workspace that is not there", ["--workspace", "/nonexistent"]],
		["[sandbox-12-words] a variable that is not a name", ["--env", "A=b"]],
		["[sandbox-12-words] an unknown option", ["--turbo"]],
	])("%s ends with 2, and nothing is created or run", async (_, options) => {
		const directory = workspace();
		const before = directories();
		const { code, complaints, out } = await run(options, "touch ran; echo ran", { directory });
		expect([code, out]).toEqual([2, ""]);
		expect(complaints).toMatch(/\S/);
		expect(readdirSync(directory)).toEqual([]);
		expect(directories()).toEqual(before);
	});

	it("[sandbox-16-s11] [sandbox-12-denied] a parent that is not there ends with 1", async () => {
		const { code, complaints } = await run(["--mode", "nested", "--parent", "ghost"], "touch ran");
		expect([code, complaints]).toEqual([1, expect.stringContaining("unknown-parent")]);
	});

	it("[sandbox-16-s39] [sandbox-12-level] [doctor-at-once] without bwrap it ends with 3 at once, names it, says the cure and records the refusal", async () => {
		const before = performance.now();
		const { code, complaints } = await run(["--id", "weak", "--managed"], "touch ran", { environment: { PATH: "/nonexistent" } });
		expect(code).toBe(3);
		expect(performance.now() - before).toBeLessThan(9_500);
		expect(complaints).toContain("sandbox-level");
		expect(complaints).toContain("bwrap");
		expect(await records("weak")).toEqual([expect.objectContaining({ kind: "spawn", effect: "deny", code: "sandbox-level" })]);
		expect((await run(["--level", "L4", "--json"], "true")).report()).toMatchObject({ exit_code: null });
	});

	it("[sandbox-11-profile] --profile takes a file, which counts as the person's own", async () => {
		const file = profile("name: mine\ntools: {allowed: [Read]}\nfilesystem: {read_paths: [./workspace], write_paths: []}\n");
		const { code, complaints } = await run(["--profile", file], "echo x > f", { directory: workspace() });
		expect([code, complaints]).toEqual([2, expect.stringContaining("Read-only file system")]);
		const broken = profile("name: mine\nfilesystem: {read_path: [./workspace]}\n");
		expect(await run(["--profile", broken], "true")).toMatchObject({ code: 2, complaints: expect.stringContaining("read_path") });
	});

	it("[sandbox-11-profile] --profile takes a name of the home", async () => {
		const { code } = await run(["--profile", "read-only"], "test -w .", { directory: workspace() });
		expect(code).toBe(1);
		// Written while the server runs.
		mkdirSync(join(home, "profiles"), { recursive: true });
		const limited = "tools: {allowed: [Read]}\nfilesystem: {read_paths: [./workspace], write_paths: []}\n";
		writeFileSync(join(home, "profiles/late.yaml"), `name: late\n${limited}`);
		expect((await run(["--profile", "late"], "test -w .", { directory: workspace() })).code).toBe(1);
		const project = workspace({ ".writ/profiles/local.yaml": "name: local\nextends: interactive\nfilesystem: {write_paths: []}\n" });
		expect((await run(["--profile", "local"], "test -w .", { directory: project })).code).toBe(1);
	});

	it("[sandbox-11-agent] --agent takes a definition in a file", async () => {
		const directory = workspace();
		writeFileSync(join(directory, "..", "reviewer.md"), "---\nname: reviewer\ndescription: looks\nprofile: read-only\n---\nYou look.\n");
		const { code } = await run(["--agent", join(directory, "..", "reviewer.md")], "test -w .", { directory });
		expect(code).toBe(1);
	});

	it("[sandbox-11-workspace] works here, unless a session, a mode or --managed is named; then in a directory of its own", async () => {
		const directory = workspace({ mine: "" });
		expect((await run([], "pwd; ls mine", { directory })).out).toBe(`${directory}\nmine\n`);
		expect((await run(["--id", "own"], "pwd; ls mine", { directory })).out).toBe(`${directory}\nmine\n`);
		expect((await run(["--managed"], "pwd; ls", { directory })).out).toBe("/sandbox/workspace\n");
		expect((await run(["--managed", "--workspace", directory], "true")).code).toBe(2);
		expect((await run(["--id", "own", "--workspace", directory], "pwd; ls mine; ls /sandbox/workspace/mine", { directory })).out).toBe(
			`${directory}\nmine\n/sandbox/workspace/mine\n`,
		);
	});

	it("[sandbox-11-keep] --keep leaves the agent and its workspace", async () => {
		expect((await run(["--id", "kept", "--managed", "--keep", "--json"], "echo kept > file")).code).toBe(0);
		const { out } = await call(["sandbox", "get", "kept", "--json"]);
		expect(readFileSync(join(JSON.parse(out).sandbox.path, "workspace/file"), "utf8")).toBe("kept\n");
		expect((await call(["agent", "terminate", "kept"])).code).toBe(0);
	});

	it("[sandbox-11-env] --env passes a variable on, and its value is in no record", async () => {
		const environment = { GIVEN: "a-secret-value", KEPT_BACK: "another" };
		const directory = workspace();
		const { out } = await run(["--id", "env", "--env", "GIVEN"], 'echo "$GIVEN-$KEPT_BACK-$WRIT_AGENT_ID"', { environment, directory });
		expect(out).toBe("a-secret-value--env\n");
		expect(JSON.stringify(await records("env"))).not.toContain("a-secret-value");
	});

	it("[sandbox-11-env-bytes] a variable that cannot be passed on as it is ends with 2, and nothing is started", async () => {
		const directory = workspace();
		const long = await run(["--env", "LONG"], "touch started", { environment: { LONG: "x".repeat(131_001) }, directory });
		expect([long.code, long.complaints]).toEqual([2, expect.stringContaining("The variable LONG holds more than 131,000 bytes")]);
		const broken = ["-c", `BROKEN=$(printf 'secret\\377') exec "$0" "$@"`, WRIT, "run", "--env", "BROKEN", "--", "touch", "started"];
		const told = spawnSync("/bin/sh", broken, { cwd: directory, env: { ...process.env, WRIT_HOME: home }, encoding: "utf8" });
		expect([told.status, told.stderr]).toEqual([2, expect.stringContaining("The variable BROKEN is not UTF-8")]);
		expect(told.stderr).not.toContain("secret");
		expect(readdirSync(directory)).toEqual([]);
		const most = await run(["--env", "LONG"], 'printf %s "$LONG" | wc -c', { environment: { LONG: "\uFFFD".repeat(43_600) }, directory });
		expect([most.code, most.out]).toEqual([0, "130800\n"]);
	});

	it("[sandbox-12-long-workspace] a workspace with too long a path ends with 2 and says so", async () => {
		const top = workspace();
		const name = "n".repeat(200);
		const deep = Array.from({ length: Math.ceil((4_001 - top.length) / 201) }, () => name);
		execFileSync("/bin/sh", ["-c", `for part; do mkdir "$part" && cd -P "$part" || exit 1; done`, "sh", ...deep], { cwd: top });
		const { code, complaints } = await call(["run", "--workspace", [top, ...deep].join("/"), "--", "true"]);
		expect([code, complaints]).toEqual([2, expect.stringContaining("more than 4000 bytes")]);
	});

	it("[sandbox-10-unsandboxed] where nothing confines, a program runs only if the profile and the person's settings both say so, and a record tells", async () => {
		const environment = { PATH: `/nonexistent:${bareBin()}` };
		const weak = profile("name: weak\ntools: {allowed: [Read]}\nfilesystem: {read_paths: [./workspace]}\nsandbox: {minimum_level: L0}\n");
		const directory = workspace();
		const words = ["run", "--profile", weak, "--id", "bare", "--workspace", directory, "--", "/bin/sh", "-c", "exit 6"];
		expect(await call(words, { environment })).toMatchObject({ code: 3, complaints: expect.stringContaining("allowUnsandboxed") });
		writeFileSync(join(home, "config.yaml"), "allowUnsandboxed: true\n");
		try {
			const ran = await call(words, { environment });
			expect([ran.code, ran.complaints]).toEqual([6, expect.stringContaining("confines nothing")]);
		} finally {
			writeFileSync(join(home, "config.yaml"), "run_as: nobody\n");
		}
		const launch = (await records("bare")).find(({ request }) => (request as { action: string }).action === "launched");
		expect(launch?.request).toMatchObject({ level: "L0", unsandboxed: true, plan: null });
	});

	it("[sandbox-11-settings] an unknown key in the settings ends with 2", async () => {
		const other = join(workspace(), "home");
		mkdirSync(other, { mode: 0o700 });
		writeFileSync(join(other, "config.yaml"), "allow_unsandboxed: true\n");
		const { code, complaints } = await call(["run", "--home", other, "--", "true"]);
		expect([code, complaints]).toEqual([2, expect.stringContaining("allow_unsandboxed")]);
	});

	it("[sandbox-11-terminal] with a terminal the program gets one of its own, of the same size, and the person's is left as it was", async () => {
		const inside = "tty; stty size; test -t 0 && test -t 1 && test -t 2 && echo all; exit 7";
		const writ = `"$WRIT" run -- sh -c '${inside}'; echo "code $?"; stty -a | grep -o -- '-\\?icanon'`;
		const { out } = await inTerminal(`stty rows 33 cols 99; tty; ${writ}`, workspace());
		const [outer, , own, ...rest] = out.replaceAll("\r", "").trimEnd().split("\n");
		expect(rest).toEqual(["33 99", "all", "code 7", "icanon"]);
		expect(own).toMatch(/^\/dev\/pts\/\d+$/);
		expect(outer).toMatch(/^\/dev\/pts\/\d+$/);
	});

	it("[sandbox-11-terminal] where only the input is a terminal, the program gets a pipe of it, and its output stays byte-exact", async () => {
		const { out } = await inTerminal(`"$WRIT" run -- sh -c 'tty; printf "a\\n"' | od -An -c`, workspace());
		expect(out.replaceAll(/\s+/g, " ")).toBe(" n o t a t t y \\n a \\n ");
	});

	it("[sandbox-13-records] the life of a sandbox is in the ledger: created, launched before it ran, exited, destroyed", async () => {
		await run(["--id", "told", "--managed"], "exit 4");
		const told = (await records("told")).map(({ kind, request }) => [kind, (request as { action: string }).action]);
		expect(told.toReversed()).toEqual([
			["spawn", "created"],
			["sandbox", "created"],
			["sandbox", "launched"],
			["sandbox", "exited"],
			["terminate", "terminated"],
			["sandbox", "removed"],
		]);
		const launch = (await records("told")).find(({ request }) => (request as { action: string }).action === "launched");
		expect(launch?.request).toMatchObject({
			level: expect.stringMatching(/^L[34]$/),
			plan: expect.stringMatching(/^[0-9a-f]{64}$/),
			argv: expect.stringMatching(/^[0-9a-f]{64}$/),
			missing: expect.any(Array),
			coarse: [],
		});
	});
});

/** Runs a shell text in a terminal. */
function inTerminal(script: string, directory: string) {
	const child = spawn("/usr/bin/script", ["-qec", script, "/dev/null"], {
		cwd: directory,
		env: { ...process.env, WRIT, WRIT_HOME: home, WRIT_KEY: "", TERM: "xterm", SHELL: "/bin/sh" },
		stdio: ["pipe", "pipe", "pipe"],
	});
	// An end of the input would be typed as one.
	return ended(child);
}

/** A search path with everything that writ's own start needs, but no bubblewrap. */
function bareBin(): string {
	const folder = join(workspace(), "bin");
	mkdirSync(folder);
	for (const name of ["find", "head", "readlink", "node"]) symlinkSync(join("/usr/bin", name), join(folder, name));
	return folder;
}

/** Processes of sandboxes on this machine, by what they wait for. */
function confined(): readonly number[] {
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.filter((pid) => {
			try {
				return readFileSync(`/proc/${pid}/cmdline`, "latin1") === "sleep\x00604.25\x00";
			} catch {
				return false;
			}
		})
		.map(Number);
}
