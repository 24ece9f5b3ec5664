import type { ConfinementLevel } from "../../engine/index.ts";

/** What a probe looks at. */
export const PROBES = [
	"bubblewrap",
	"prlimit",
	"namespaces",
	"userns",
	"recipe",
	"seccomp",
	"tiocsti",
	"fd-binds",
	"mount-targets",
	"cgroup",
	"landlock",
] as const;
export type ProbeName = (typeof PROBES)[number];

/** What one live probe found. */
export interface Probe {
	readonly name: ProbeName;
	readonly ok: boolean;
	readonly detail: string;
	/** What a person does about it, on this system; `null` where nothing need be done or can be. */
	readonly cure: string | null;
}

/** A probe, and whether level 3 depends on it. */
interface WeighedProbe extends Probe {
	readonly needed: boolean;
}

/** How strongly this machine can confine a process, and what would make it stronger. */
export interface MachineReport {
	readonly level: ConfinementLevel;
	/** `process.platform` and `process.arch`. */
	readonly platform: string;
	readonly architecture: string;
	readonly probes: readonly WeighedProbe[];
	/** What this level does not hold. */
	readonly missing: readonly string[];
	readonly cures: readonly string[];
}

/** Concludes from what the probes found; `platform` is `process.platform`. */
export function levelOfProbes(probes: readonly Probe[], platform: string): MachineReport {
	const level = levelOf(probes, platform);
	const elsewhere = ELSEWHERE[platform] ?? `writ confines processes on Linux only, and this is ${platform}`;
	return {
		level,
		platform,
		architecture: process.arch,
		probes: probes.map((probe) => ({ ...probe, needed: FOR_L3.includes(probe.name) })),
		missing: [...(platform === "linux" ? [] : [elsewhere]), ...MISSING[level]],
		cures: platform === "linux" ? [...new Set(probes.flatMap(({ ok, cure }) => (ok || cure === null ? [] : [cure])))] : [USE_LINUX],
	};
}

/** What the recipe cannot do without. A target that is a link is refused before the start, so `mount-targets` is not among them. */
const FOR_L3: readonly ProbeName[] = ["bubblewrap", "prlimit", "namespaces", "userns", "recipe", "seccomp"];

function levelOf(probes: readonly Probe[], platform: string): ConfinementLevel {
	const holds = (name: ProbeName) => probes.some((probe) => probe.name === name && probe.ok);
	if (platform !== "linux" || !FOR_L3.every(holds)) return "L0";
	return holds("cgroup") ? "L4" : "L3";
}

const ELSEWHERE: Readonly<Record<string, string>> = {
	darwin: "macOS: confinement by sandbox-exec (level 1) was never tested, so writ does not offer it and refuses to run anything confined",
};
const USE_LINUX = "Run the agent on Linux: in a virtual machine, in a container of one, or on another computer.";

/** Levels 1 and 2 have no driver, so no machine has them (docs/decisions/0031). */
const MISSING: Readonly<Record<ConfinementLevel, readonly string[]>> = {
	L0: ["everything: no process can be confined; nothing is started unless the user-level configuration says `allowUnsandboxed: true`"],
	L1: ["everything that level 2 lacks; sandbox-exec of macOS is untested"],
	L2: ["protected paths", "the allow-list of hosts by name", "unix sockets", "processes that outlive their supervisor"],
	L3: ["a hard limit of memory in total (each process has one; the sum is looked at every second)", "a hard limit of disk space"],
	L4: ["protection against errors of the kernel"],
};
