import type { SandboxPlan } from "../plan/sandbox-plan.ts";
import { removedFiles } from "./removed-files.ts";
import type { LimitViolation, SandboxUsage } from "./sandbox-outcome.ts";
import { memoryOf, processesOf } from "./sandbox-processes.ts";

/** What a watch can see of a sandbox and do to it. */
export interface Watched {
	/** Bubblewrap's process inside; `null` while there is none. */
	init(): number | null;
	/** The disks that it may write. */
	readonly devices: ReadonlySet<number>;
	/** Memory that names in its directories in memory take, in MiB. */
	namesMb(): number;
	signal(name: NodeJS.Signals): void;
	kill(violation?: LimitViolation): void;
	/** Where a limit is noted for which the command is first asked to end. */
	readonly violations: LimitViolation[];
}

/** Ends a sandbox that runs too long, uses too much memory in all or hides too much on the disk; `stop` says what was seen. */
export function watchLimits(
	{ runtimeSeconds, memoryMb, totalSizeMb }: SandboxPlan["limits"],
	watched: Watched,
): { stop(): Omit<SandboxUsage, "milliseconds"> } {
	const timers: NodeJS.Timeout[] = [];
	let peakMemoryMb: number | null = null;
	let peakProcesses: number | null = null;
	let next = 0;

	const look = () => {
		const init = watched.init();
		if (init === null) return;
		const processes = processesOf(init);
		const removed = removedFiles(processes, watched.devices, next);
		next = removed.next;
		const used = Math.round(memoryOf(processes) + removed.memoryMb + watched.namesMb());
		peakMemoryMb = Math.max(peakMemoryMb ?? 0, used);
		// Bubblewrap's own process is not the command's.
		peakProcesses = Math.max(peakProcesses ?? 0, processes.length - 1);
		if (memoryMb !== null && used > memoryMb) watched.kill({ limit: "max_memory_mb", allowed: memoryMb, used });
		if (totalSizeMb !== null && removed.diskMb > totalSizeMb)
			watched.kill({ limit: "max_total_size_mb", allowed: totalSizeMb, used: Math.ceil(removed.diskMb) });
	};
	timers.push(setInterval(look, 1000));

	if (runtimeSeconds !== null)
		afterSeconds(runtimeSeconds, timers, () => {
			watched.violations.push({ limit: "max_runtime_seconds", allowed: runtimeSeconds, used: runtimeSeconds });
			watched.signal("SIGTERM");
			afterSeconds(SECONDS_TO_END, timers, () => watched.kill());
		});
	return {
		stop() {
			for (const timer of timers) clearTimeout(timer);
			return { peakMemoryMb, peakProcesses };
		},
	};
}

const SECONDS_TO_END = 5;
/** Longer timers fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

function afterSeconds(seconds: number, timers: NodeJS.Timeout[], action: () => void): void {
	const wait = Math.min(seconds * 1000, LONGEST_TIMER);
	const left = seconds - wait / 1000;
	timers.push(setTimeout(() => (left > 0 ? afterSeconds(left, timers, action) : action()), wait));
}
