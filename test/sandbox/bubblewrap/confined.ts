import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { type RunOptions, runSandboxed, type SandboxEnd, type SandboxOutcome, type StartedSandbox } from "../../../src/sandbox/index.ts";
import type { SandboxPlan } from "../../../src/sandbox/plan/sandbox-plan.ts";

/** The user of the host for whom these tests run things, when they run as root. */
export const NOBODY = { uid: 65534, gid: 65534 };

/** A directory that goes when the test ends, owned by the user for whom things run. */
export function scratch(): string {
	const directory = realpathSync(mkdtempSync(join(tmpdir(), "writ-sandbox-")));
	if (process.getuid?.() === 0) chownSync(directory, NOBODY.uid, NOBODY.gid);
	onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
	return directory;
}

/** Gives a tree to the user for whom things run. */
export function own(tree: string): void {
	if (process.getuid?.() === 0) execFileSync("chown", ["-R", `${NOBODY.uid}:${NOBODY.gid}`, tree]);
}

/** A plan with one writable workspace, and what a test changes in it. */
export function samplePlan(workspace: string, changes: Partial<SandboxPlan> = {}): SandboxPlan {
	return {
		agent: "ada",
		mode: "isolated",
		level: "L3",
		mounts: [
			{ kind: "tmpfs", source: null, target: "/dev/shm", writable: true, sizeMb: 64 },
			{ kind: "tmpfs", source: null, target: "/tmp", writable: true, sizeMb: 64 },
			{ kind: "tmpfs", source: null, target: "/sandbox/home", writable: true, sizeMb: 16 },
			{ kind: "bind", source: workspace, target: "/sandbox/workspace", writable: true },
		],
		links: [],
		readOnly: [],
		masks: [],
		workspace: { source: workspace, target: "/sandbox/workspace", managed: true, writable: true },
		workdir: "/sandbox/workspace",
		environment: { set: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: "/sandbox/home", LANG: "C.UTF-8" }, pass: [] },
		network: { allow: false, unixSockets: false, proxyPort: null },
		limits: { processes: 64, memoryMb: 2048, fileSizeMb: 64, totalSizeMb: null, runtimeSeconds: 20, openFiles: 1024 },
		quota: "soft",
		coarse: [],
		missing: [],
		...changes,
	};
}

/** What a confined command wrote, and how it ended. */
export interface Confined {
	readonly outcome: SandboxOutcome;
	readonly output: string;
	readonly complaints: string;
}

/** Runs a command to its end under a plan. */
export async function confine(plan: SandboxPlan, command: readonly string[], options: Partial<RunOptions> = {}): Promise<Confined> {
	const written: Promise<string>[] = [];
	const onStart = (started: StartedSandbox) => {
		for (const stream of [started.stdout, started.stderr]) written.push(stream === null ? Promise.resolve("") : text(stream));
		options.onStart?.(started);
	};
	const outcome = await runSandboxed(plan, command, { stdio: ["ignore", "pipe", "pipe"], environment: {}, ...options, onStart });
	const [output = "", complaints = ""] = await Promise.all(written);
	return { outcome, output, complaints };
}

/** Runs a shell script to its end under a plan; fails the test when it was not even started. */
export async function shell(
	plan: SandboxPlan,
	script: string,
	options: Partial<RunOptions> = {},
): Promise<Confined & { readonly end: SandboxEnd }> {
	const confined = await confine(plan, ["sh", "-c", script], options);
	if (!confined.outcome.ok) throw new Error(`${confined.outcome.message}\n${confined.complaints}`);
	return { ...confined, end: confined.outcome };
}
