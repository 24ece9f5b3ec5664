import type { SandboxPlan } from "../plan/sandbox-plan.ts";
import type { HardLimits } from "./hard-limits.ts";

/** One limit of the command, for its soft and its hard value alike. */
export interface Bound {
	readonly limit: "nproc" | "data" | "fsize" | "nofile" | "core";
	readonly value: number;
}

/** The limits of a command. They are set inside, where processes are counted for this sandbox and not for all that the user runs. */
export function boundsOf({ processes, memoryMb, fileSizeMb, openFiles }: SandboxPlan["limits"], hard: HardLimits): readonly Bound[] {
	const bound = (limit: Bound["limit"], named: string, value: number | null): readonly Bound[] =>
		value === null ? [] : [{ limit, value: Math.min(value, hard.get(named) ?? value) }];
	return [
		// One more, for bubblewrap's own process inside.
		...bound("nproc", "Max processes", processes === null ? null : processes + 1),
		...bound("data", "Max data size", bytes(memoryMb)),
		...bound("fsize", "Max file size", bytes(fileSizeMb)),
		...bound("nofile", "Max open files", openFiles),
		...bound("core", "Max core file size", 0),
	];
}

/** What a shell does to take limits upon itself; `null` for a shell that is not known well enough. It saves a program. */
export function limitSteps(bounds: readonly Bound[], shell: string): readonly string[] | null {
	const processes = PROCESSES_OPTION[shell];
	if (processes === undefined) return null;
	return bounds.map(({ limit, value }) => {
		const { option, unit } = limit === "nproc" ? { option: processes, unit: 1 } : SHELL_LIMITS[limit];
		return `ulimit -${option} ${Math.floor(value / unit)}`;
	});
}

/** Words before a command that set its limits, by a program of util-linux. */
export function limitWords(bounds: readonly Bound[]): readonly string[] {
	return ["/usr/bin/prlimit", ...bounds.map(({ limit, value }) => `--${limit}=${value}:${value}`), "--"];
}

/** Shells disagree only about this one. */
const PROCESSES_OPTION: Readonly<Record<string, string>> = { dash: "p", bash: "u" };

/** The units are those of the standard, which a shell called `sh` keeps. */
const SHELL_LIMITS = {
	data: { option: "d", unit: 1024 },
	fsize: { option: "f", unit: 512 },
	nofile: { option: "n", unit: 1 },
	core: { option: "c", unit: 512 },
} as const;

function bytes(mebibytes: number | null): number | null {
	return mebibytes === null ? null : Math.floor(mebibytes * 1024 * 1024);
}
