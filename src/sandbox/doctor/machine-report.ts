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

/** A probe, and whether level 3 hangs on it. */
export interface WeighedProbe extends Probe {
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
