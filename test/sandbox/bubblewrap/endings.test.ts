import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { endStranded, startSandboxed } from "../../../src/sandbox/index.ts";
import { confine, samplePlan, scratch, shell } from "./confined.ts";
import { SUPERVISOR } from "./supervisor.ts";

describe("how a confined command ends", () => {
	it("[sandbox-11-exit-codes] its own code, 128+n for a signal, 126 and 127 as shells do", async () => {
		const plan = samplePlan(scratch());
		const codes = async (...command: string[]) => {
			const { outcome } = await confine(plan, command);
			return outcome.ok ? [outcome.exitCode, outcome.signal] : outcome;
		};
		expect(await codes("sh", "-c", "exit 37")).toEqual([37, null]);
		expect(await codes("sh", "-c", "kill -9 $$")).toEqual([137, "SIGKILL"]);
		expect(await codes("sh", "-c", "kill -TERM $$")).toEqual([143, "SIGTERM"]);
		expect(await codes("no-such-program")).toEqual([127, null]);
		expect(await codes("/etc/passwd")).toEqual([126, null]);
		expect(await codes("true")).toEqual([0, null]);
	});

	it("a command whose words look like options is still the command", async () => {
		expect((await confine(samplePlan(scratch()), ["--nproc=1", "true"])).outcome).toMatchObject({ exitCode: 127 });
		expect((await confine(samplePlan(scratch()), ["echo", "--", "--help"])).output).toBe("-- --help\n");
	});

	it("[sandbox-11-stdio] a mebibyte passes through unchanged", async () => {
		const sent = randomBytes(1024 * 1024);
		const started = startSandboxed(samplePlan(scratch()), ["cat"], { stdio: ["pipe", "pipe", "inherit"], environment: {} });
		if (!started.ok || started.stdin === null || started.stdout === null) throw new Error("not started");
		started.stdin.end(sent);
		expect((await buffer(started.stdout)).equals(sent)).toBe(true);
		expect(await started.outcome).toMatchObject({ exitCode: 0 });
	});

	it("processes in the background are gone when the end is told", async () => {
		const mark = `${1000 + Math.floor(Math.random() * 1e6)}.5`;
		await shell(samplePlan(scratch()), `sleep ${mark} & setsid sleep ${mark} & sleep 0.1`);
		expect(running(mark)).toEqual([]);
	});

	it("[sandbox-12-no-bwrap] without bubblewrap nothing runs, and it is named", async () => {
		const { outcome } = await confine(samplePlan(scratch()), ["true"], { bwrap: "/nonexistent/bwrap" });
		expect(outcome).toMatchObject({ ok: false, code: "sandbox-level", message: expect.stringContaining("bubblewrap") });
	});

	it("[sandbox-12-bwrap-fails] a sandbox that cannot be built runs nothing", async () => {
		const { outcome, complaints } = await confine(samplePlan(scratch(), { workdir: "/nowhere" }), ["echo", "ran"]);
		expect(outcome).toMatchObject({ ok: false, code: "sandbox-level" });
		expect(complaints).toContain("/nowhere");
	});

	it("[sandbox-4-cut-off-run] bubblewrap starts nothing from a list of arguments that was cut off", () => {
		const started = (input: string) => {
			const words = ["--args", "0", "--unshare-all", "--", "/proc/1/sh", "-c", "echo ran"];
			const { status, stdout } = spawnSync("/usr/bin/bwrap", words, { input, encoding: "utf8" });
			return [status, stdout];
		};
		const whole = "--ro-bind\0/\0/\0--proc\0/proc\0--tmpfs\0/proc/1\0--symlink\0/usr/bin/sh\0/proc/1/sh\0";
		expect(started(whole)).toEqual([0, "ran\n"]);
		for (const cut of [2, 3, "/proc/1/sh\0".length, "--symlink\0/usr/bin/sh\0/proc/1/sh\0".length])
			expect(started(whole.slice(0, -cut)), `${cut} cut off`).toEqual([1, ""]);
	});
});

describe("a supervisor", () => {
	it("[sandbox-11-signals-driver] signals go to the command itself, whose trap runs and whose code counts", async () => {
		const supervisor = supervise("trap 'echo trapped; exit 5' TERM; echo ready; sleep 20 & wait");
		await supervisor.says("ready");
		supervisor.child.kill("SIGTERM");
		expect(await supervisor.ends()).toEqual([5, null]);
		expect(supervisor.said()).toBe("ready\ntrapped\n");
	});

	it("[sandbox-11-second-interrupt] a second interrupt within two seconds kills", async () => {
		const supervisor = supervise("trap 'echo no' INT; echo ready; while :; do sleep 0.1; done");
		await supervisor.says("ready");
		supervisor.child.kill("SIGINT");
		await supervisor.says("no");
		supervisor.child.kill("SIGINT");
		expect(await supervisor.ends()).toEqual([137, null]);
	});

	it("[sandbox-4-die-with-parent] that is killed leaves no process", async () => {
		const mark = `${1000 + Math.floor(Math.random() * 1e6)}.25`;
		const supervisor = supervise(`setsid sleep ${mark} & echo ready; trap '' TERM HUP; sleep ${mark}`);
		await supervisor.says("ready");
		expect(running(mark).length).toBeGreaterThan(0);
		supervisor.child.kill("SIGKILL");
		await supervisor.ends();
		for (let waited = 0; running(mark).length > 0 && waited < 1000; waited += 20) await sleep(20);
		expect(running(mark)).toEqual([]);
	});

	it("[sandbox-4-die-before-start] that is killed while the sandbox is built has not started the command and leaves nothing", async () => {
		const workspace = scratch();
		const script = `sleep 0.2; touch survived # ${Math.random()}`;
		for (const wait of [0, 1, 2, 3, 5, 8, 12]) {
			const supervisor = supervise(script, workspace);
			while (!hasChild(supervisor.child.pid ?? 0)) await sleep(1);
			await sleep(wait);
			supervisor.child.kill("SIGKILL");
			await supervisor.ends();
		}
		await sleep(500);
		expect(existsSync(join(workspace, "survived"))).toBe(false);
		// Within some microseconds a half is left that waits for ever; what finds it has its own test.
		endStranded();
		await expect.poll(() => running(script)).toEqual([]);
	});

	it("[sandbox-4-stranded] half of a bubblewrap that lost the other half before it began is ended, and nothing else is", async () => {
		const mark = `${1000 + Math.floor(Math.random() * 1e6)}.75`;
		const held = ["--unshare-user", "--unshare-pid", "--info-fd", "3", "--userns-block-fd", "4", "--ro-bind", "/", "/"];
		const outer = spawn("/usr/bin/bwrap", [...held, "--", "/proc/1/sh", "-c", mark], {
			stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
		});
		const { pid = 0 } = outer;
		while (!hasChild(pid)) await sleep(1);
		// Now it waits for the word of another, as it does for a moment before each start.
		await sleep(100);
		expect(running(mark)).toHaveLength(2);
		outer.kill("SIGKILL");
		await new Promise((resolve) => outer.once("exit", resolve));
		const other = supervise("echo ready; sleep 0.5; exit 7");
		await other.says("ready");
		// A run of another test may have looked for such halves already; nothing else would have ended it.
		endStranded();
		await expect.poll(() => running(mark)).toEqual([]);
		expect(await other.ends()).toEqual([7, null]);
	});
});

/** Starts a program that supervises a confined shell script. */
function supervise(script: string, workspace = scratch()) {
	const words = [SUPERVISOR, JSON.stringify(samplePlan(workspace)), "sh", "-c", script];
	const child: ChildProcess = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "ignore"] });
	onTestFinished(() => void child.kill("SIGKILL"));
	const ended = new Promise<readonly [number | null, NodeJS.Signals | null]>((resolve) => {
		child.once("exit", (code, signal) => resolve([code, signal]));
	});
	let said = "";
	child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
		said += chunk;
	});
	return {
		child,
		said: () => said,
		ends: () => ended,
		async says(word: string) {
			for (let waited = 0; !said.includes(word) && waited < 4000; waited += 10) await sleep(10);
			expect(said).toContain(word);
		},
	};
}

function hasChild(process: number): boolean {
	return readFileSync(`/proc/${process}/task/${process}/children`, "latin1") !== "";
}

/** Processes of the machine that have a word in their command. */
function running(word: string): readonly string[] {
	return readdirSync("/proc").filter((name) => {
		try {
			return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "latin1").split("\0").includes(word);
		} catch {
			return false;
		}
	});
}
