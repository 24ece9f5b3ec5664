import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { bwrapArguments } from "../../src/sandbox/bubblewrap/bwrap-arguments.ts";
import { holdFile } from "../../src/sandbox/bubblewrap/descriptors.ts";
import { hostLayout } from "../../src/sandbox/bubblewrap/host-layout.ts";
import { seccompProgram } from "../../src/sandbox/bubblewrap/seccomp-program.ts";
import type { SandboxPlan } from "../../src/sandbox/index.ts";
import { USER } from "./programs.ts";

const FILTER = seccompProgram({ architecture: process.arch, unixSockets: false });

/**
 * Runs a command by bubblewrap alone with the mounts and flags of a plan: without limits, without the wait for a supervisor, without
 * checks. So much any program pays that has bubblewrap build the same sandbox; the rest is the library's.
 */
export function runBare(plan: SandboxPlan, command: readonly string[]): Promise<void> {
	if (FILTER === null) throw new Error(`no filter for ${process.arch}`);
	const held: number[] = [];
	// Behind standard input, output and error.
	const add = (descriptor: number): number => held.push(descriptor) + 2;
	const host = hostLayout();
	const copied = host.configuration.filter(({ as }) => as === "copy").map(({ path }) => path);
	const descriptors = {
		built: add(openSync("/dev/null", "r")),
		seccomp: add(holdFile(FILTER)),
		status: add(holdFile()),
		files: Object.fromEntries([
			...copied.map((path) => [path, add(openSync(path, "r"))]),
			...["/etc/passwd", "/etc/group", "/etc/hosts"].map((path) => [path, add(holdFile("\n"))]),
		]),
		sources: new Map(),
		contents: new Map(),
	};
	const { file, line } = bwrapArguments(plan, descriptors, { host, environment: { PATH: "/usr/bin:/bin" } });
	const list = add(holdFile(file.map((word) => `${word}\0`).join("")));
	return new Promise((resolve, reject) => {
		const words = ["--args", `${list}`, ...line, "--", ...command];
		const child = spawn("/usr/bin/bwrap", words, { stdio: ["ignore", "ignore", "inherit", ...held], cwd: "/", env: {}, ...USER });
		held.forEach(closeSync);
		child.once("error", reject);
		child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`bubblewrap alone: exit ${code}`))));
	});
}
