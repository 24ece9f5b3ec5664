import type { ConfinementLevel } from "../../engine/index.ts";
import type { MachineReport, Probe, ProbeName } from "./machine-report.ts";

/** Concludes from what the probes found; `platform` is `process.platform`. */
export function levelOfProbes(probes: readonly Probe[], platform: string): MachineReport {
	const level = levelOf(probes, platform);
	return {
		level,
		probes,
		missing: [...MISSING[level]],
		cures: [...new Set(probes.flatMap(({ ok, cure }) => (ok || cure === null ? [] : [cure])))],
	};
}

/** What the recipe cannot do without. A target that is a link is refused before the start, so `mount-targets` is not among them. */
const FOR_L3: readonly ProbeName[] = ["bubblewrap", "prlimit", "namespaces", "userns", "recipe", "seccomp"];

function levelOf(probes: readonly Probe[], platform: string): ConfinementLevel {
	const holds = (name: ProbeName) => probes.some((probe) => probe.name === name && probe.ok);
	if (platform === "darwin") return "L1";
	if (!FOR_L3.every(holds)) return "L0";
	return holds("cgroup") ? "L4" : "L3";
}

/** Level 2 needs a package that is not there, so no machine has it. */
const MISSING: Readonly<Record<ConfinementLevel, readonly string[]>> = {
	L0: ["everything: no process can be confined; nothing is started unless the user-level configuration says `allowUnsandboxed: true`"],
	L1: ["sandbox-exec of macOS is untested"],
	L2: ["protected paths", "the allow-list of hosts by name", "unix sockets", "processes that outlive their supervisor"],
	L3: ["a hard limit of memory in total (each process has one; the sum is looked at every second)", "a hard limit of disk space"],
	L4: ["protection against errors of the kernel"],
};
