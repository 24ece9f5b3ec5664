import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { errorCode } from "../../platform/index.ts";
import type { SandboxPlan } from "../plan/sandbox-plan.ts";
import { bwrapArguments, STARTER } from "./bwrap-arguments.ts";
import { chooseUser, type HostUser } from "./choose-user.ts";
import { descriptorTable } from "./descriptor-table.ts";
import { readHostLayout } from "./host-layout.ts";
import { inheritedDescriptors } from "./inherited-descriptors.ts";
import { limitWords, parseHardLimits } from "./limit-words.ts";
import { makeSources } from "./make-sources.ts";
import { openSources } from "./open-sources.ts";
import { reachSources } from "./reach-sources.ts";
import { type Refusal, refusal } from "./refusal.ts";
import { refuseLinkedTargets } from "./refuse-linked-targets.ts";
import { sandboxEnvironment } from "./sandbox-environment.ts";
import { seccompProgram } from "./seccomp-program.ts";
import { type SandboxedProcess, superviseSandboxed } from "./supervise-sandboxed.ts";

/** What standard input, output or error of the command is: the caller's, nothing, a pipe, or a descriptor. */
export type Standard = "inherit" | "ignore" | "pipe" | number;

/** How a command is started, besides what its plan says. */
export interface StartOptions {
	readonly stdio: readonly [Standard, Standard, Standard];
	/** Where values of the variables come from that the plan passes on. */
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** Needed when the caller is root and owns the workspace. */
	readonly user?: HostUser;
	/** One more descriptor that the command gets, as number 3: the line to the network proxy. A pipe's other end is `link`. */
	readonly proxy?: number | "pipe";
	/** Words before the command: a program inside that starts it. */
	readonly before?: readonly string[];
	/** Processes and threads that `before` adds to those of the command. */
	readonly moreProcesses?: number;
	/** Called with bubblewrap's process before it is told what to do; when it throws, nothing is started. */
	readonly onSpawn?: (process: number) => void;
	readonly bwrap?: string;
	/** Whether this bubblewrap binds descriptors; `probeMachine` knows. */
	readonly bindsDescriptors?: boolean;
	/** Directories that other agents can write. */
	readonly agentsWrite?: readonly string[];
}

/** A command that was started, with the pipes that were asked for. */
export interface StartedSandbox extends SandboxedProcess {
	readonly ok: true;
	readonly stdin: Writable | null;
	readonly stdout: Readable | null;
	readonly stderr: Readable | null;
	/** This end of the line to the network proxy, when one was asked for. */
	readonly link: Socket | null;
}

/** Starts a command in the sandbox of a plan, or says why not; nothing was started then. */
export function startSandboxed(plan: SandboxPlan, command: readonly string[], options: StartOptions): StartedSandbox | Refusal {
	const filter = seccompProgram({ architecture: process.arch, unixSockets: plan.network.unixSockets });
	if (filter === null) return refusal("sandbox-level", `There is no system call filter for ${process.arch}; only x64 and arm64 have one.`);
	const zero = zeroLimit(plan.limits);
	if (zero !== null) return refusal("limit-zero", `${zero} is 0, so nothing can be started.`);
	const user = chooseUser(plan, options.user, process.getuid?.() ?? 0);
	if (user !== null && "ok" in user) return user;
	const refused = makeSources(plan, user) ?? refuseLinkedTargets(plan);
	if (refused !== null) return refused;
	const bindsDescriptors = options.bindsDescriptors ?? true;
	const sources = openSources(plan, { bindsDescriptors, agentsWrite: options.agentsWrite ?? [] });
	if (!sources.ok) return sources;
	const nothing = openSync("/dev/null", "r+");
	try {
		const reached = user === null ? { plan, before: [] } : reachSources(plan, user, sources.descriptors);
		if (reached === null) return refusal("not-started", "There is no free directory among /mnt, /media, /srv and /opt to mount on.");
		const kept = [...reached.plan.mounts, ...reached.plan.readOnly].map((entry) => [entry, sources.descriptors.get(entry)] as const);
		const table = descriptorTable(options.proxy === undefined ? options.stdio : [...options.stdio, options.proxy]);
		const list = table.add("pipe");
		const descriptors = {
			seccomp: table.add("pipe"),
			status: table.add("pipe"),
			files: Object.fromEntries(Object.keys(SMALL_FILES).map((path) => [path, table.add("pipe")])),
			sources: new Map(
				bindsDescriptors ? kept.flatMap(([entry, own]) => (own === undefined ? [] : [[entry, table.add(own)] as const])) : [],
			),
		};
		const environment = sandboxEnvironment(plan.environment, options.environment);
		const { file, line } = bwrapArguments(reached.plan, descriptors, { host: readHostLayout(), environment });
		const limits = limitWords(
			withMore(plan.limits, options.moreProcesses ?? 0),
			parseHardLimits(readFileSync("/proc/self/limits", "latin1")),
		);
		const bwrap = options.bwrap ?? "/usr/bin/bwrap";
		const inside = [STARTER, ...limits, ...(options.before ?? []), ...command];
		const [program = bwrap, ...words] = [...reached.before, bwrap, "--args", `${list}`, ...line, "--", ...inside];
		const child = spawn(program, words, {
			stdio: table.stdio(inheritedDescriptors(), nothing),
			cwd: "/",
			// SECURITY: bubblewrap's own process inside keeps the environment it was started with, for all to read.
			env: {},
			// Away from the caller's terminal, whose keys would otherwise end bubblewrap instead of reaching the command.
			detached: true,
			...(user === null || reached.before.length > 0 ? {} : user),
		});
		const held = isHeld(child, options.onSpawn);
		if (!held) return refusal("sandbox-level", "The control group of the sandbox does not take it.");
		write(child, list, file.map((word) => `${word}\0`).join(""));
		for (const [path, number] of Object.entries(descriptors.files)) write(child, number, SMALL_FILES[path] ?? "");
		// SECURITY: the filter comes last, when bubblewrap has bound its life to ours; should we die before, it has none and gives up.
		const supervised = superviseSandboxed(plan, child, readableAt(child, descriptors.status), () =>
			write(child, descriptors.seccomp, filter),
		);
		return {
			ok: true,
			...supervised,
			stdin: child.stdin,
			stdout: child.stdout,
			stderr: child.stderr,
			link: socketAt(child, options.proxy),
		};
	} catch (error) {
		return refusal("not-started", `bubblewrap cannot be started (${errorCode(error)}).`);
	} finally {
		sources.close();
		closeSync(nothing);
	}
}

/** Small files that say who one is and nothing about the machine. */
const SMALL_FILES: Readonly<Record<string, string>> = {
	"/etc/passwd": "writ:x:1000:1000::/sandbox/home:/bin/sh\nnobody:x:65534:65534::/:/usr/sbin/nologin\n",
	"/etc/group": "writ:x:1000:\nnogroup:x:65534:\n",
	"/etc/hosts": "127.0.0.1 localhost writ\n::1 localhost\n",
};

function zeroLimit({ processes, runtimeSeconds }: SandboxPlan["limits"]): string | null {
	if (processes === 0) return "max_processes";
	return runtimeSeconds === 0 ? "max_runtime_seconds" : null;
}

function write(child: ChildProcess, number: number, content: string | Uint8Array): void {
	const stream = child.stdio[number];
	if (stream === null || stream === undefined || !("end" in stream)) return;
	// A bubblewrap that gave up reads nothing; its exit says so.
	stream.on("error", () => {});
	stream.end(content);
}

/** Whether whoever wants bubblewrap's process has it; otherwise it is ended, before it has begun anything. */
function isHeld(child: ChildProcess, onSpawn: StartOptions["onSpawn"]): boolean {
	try {
		if (child.pid !== undefined) onSpawn?.(child.pid);
		return true;
	} catch {
		child.on("error", () => {});
		child.kill("SIGKILL");
		return false;
	}
}

function withMore(limits: SandboxPlan["limits"], more: number): SandboxPlan["limits"] {
	return limits.processes === null ? limits : { ...limits, processes: limits.processes + more };
}

/** A pipe that Node makes for a child is one end of a socket pair. */
function socketAt({ stdio }: ChildProcess, proxy: StartOptions["proxy"]): Socket | null {
	const stream = stdio[3];
	return proxy === "pipe" && stream instanceof Socket ? stream : null;
}

function readableAt(child: ChildProcess, number: number): Readable | null {
	const stream = child.stdio[number];
	return stream !== null && stream !== undefined && "read" in stream ? stream : null;
}
