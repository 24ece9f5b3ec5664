import type { ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import type { SandboxPlan } from "../plan/sandbox-plan.ts";
import { rememberChoice } from "./memory.ts";
import { notStarted, refusal, type SandboxRefusal } from "./sandbox-outcome.ts";
import { seccompProgram } from "./seccomp-program.ts";
import { makeSources, openSources, reachSources, refuseLinkedTargets } from "./sources.ts";
import { spawnBubblewrap } from "./spawn-bubblewrap.ts";
import { chooseUser, type StartOptions } from "./start-options.ts";
import { type SandboxedProcess, superviseSandboxed } from "./supervise-sandboxed.ts";

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
export function startSandboxed(plan: SandboxPlan, command: readonly string[], options: StartOptions): StartedSandbox | SandboxRefusal {
	const filter = filterFor(plan.network.unixSockets);
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
	try {
		const reached = user === null ? { plan, before: [] } : reachSources(plan, user, sources.descriptors);
		if (reached === null) return refusal("not-started", "There is no free directory among /mnt, /media, /srv and /opt to mount on.");
		const kept = bindsDescriptors ? [...reached.plan.mounts, ...reached.plan.readOnly] : [];
		const building = {
			plan: reached.plan,
			filter,
			sources: new Map(kept.flatMap((entry) => pairs(entry, sources.descriptors.get(entry)))),
			before: reached.before,
			user: reached.before.length > 0 ? null : user,
		};
		const beginning = spawnBubblewrap(building, command, options);
		const { child } = beginning;
		const supervised = superviseSandboxed(plan, beginning, options);
		if (!isHeld(child, options.onSpawn)) {
			supervised.kill();
			return refusal("sandbox-level", "The control group of the sandbox does not take it.");
		}
		return {
			ok: true,
			...supervised,
			stdin: child.stdin,
			stdout: child.stdout,
			stderr: child.stderr,
			link: socketAt(child, options.proxy),
		};
	} catch (error) {
		return refusal("not-started", notStarted(error));
	} finally {
		sources.close();
	}
}

/** The filter of this machine. */
const filterFor = rememberChoice((unixSockets) => seccompProgram({ architecture: process.arch, unixSockets }));

function zeroLimit({ processes, runtimeSeconds }: SandboxPlan["limits"]): string | null {
	if (processes === 0) return "max_processes";
	return runtimeSeconds === 0 ? "max_runtime_seconds" : null;
}

function pairs<K, V>(key: K, value: V | undefined): readonly (readonly [K, V])[] {
	return value === undefined ? [] : [[key, value]];
}

/** Whether the caller that wants bubblewrap's process has it. */
function isHeld({ pid }: ChildProcess, onSpawn: StartOptions["onSpawn"]): boolean {
	try {
		if (pid !== undefined) onSpawn?.(pid);
		return true;
	} catch {
		return false;
	}
}

/** A pipe that Node makes for a child is one end of a socket pair. */
function socketAt({ stdio }: ChildProcess, proxy: StartOptions["proxy"]): Socket | null {
	const stream = stdio[3];
	return proxy === "pipe" && stream instanceof Socket ? stream : null;
}
