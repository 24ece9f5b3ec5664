import { readdirSync, readlinkSync, statSync } from "node:fs";
import type { SandboxPlan } from "../plan/sandbox-plan.ts";
import type { LimitViolation, SandboxUsage } from "./sandbox-outcome.ts";
import { memoryOf, processesOf, tasksOf } from "./sandbox-processes.ts";

/** What a watch can see of a sandbox and do to it. */
interface Watched {
	/** Bubblewrap's process inside; `null` while there is none. */
	init(): number | null;
	/** The disks that it may write. */
	readonly devices: ReadonlySet<number>;
	/** Memory that names in its directories in memory take, in MiB. */
	namesMb(): number;
	signal(name: NodeJS.Signals): void;
	kill(violation?: LimitViolation): void;
	/** Processes and threads that are not the command's, and for which there is room beside those that it may have. */
	readonly moreProcesses: number;
	/** Where a limit is noted for which the command is first asked to end, or that gave it no more. */
	readonly violations: LimitViolation[];
}

/** Ends a sandbox that runs too long, uses too much memory in all or hides too much on the disk; `stop` says what was seen. */
export function watchLimits(
	{ runtimeSeconds, memoryMb, totalSizeMb, processes: mostProcesses }: SandboxPlan["limits"],
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
		noteProcesses(processes);
		if (memoryMb !== null && used > memoryMb) watched.kill({ limit: "max_memory_mb", allowed: memoryMb, used });
		if (totalSizeMb !== null && removed.diskMb > totalSizeMb)
			watched.kill({ limit: "max_total_size_mb", allowed: totalSizeMb, used: Math.ceil(removed.diskMb) });
	};
	/** Nobody tells of a process that was not let in, so that all of them at once count. */
	const noteProcesses = (processes: readonly number[]): void => {
		if (mostProcesses === null || watched.violations.some(({ limit }) => limit === "max_processes")) return;
		const tasks = tasksOf(processes) - OF_BUBBLEWRAP - watched.moreProcesses;
		if (tasks >= mostProcesses && mostProcesses > 1)
			watched.violations.push({ limit: "max_processes", allowed: mostProcesses, used: tasks });
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
/** Its process inside. */
const OF_BUBBLEWRAP = 1;
/** Longer timers fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

function afterSeconds(seconds: number, timers: NodeJS.Timeout[], action: () => void): void {
	const wait = Math.min(seconds * 1000, LONGEST_TIMER);
	const left = seconds - wait / 1000;
	timers.push(setTimeout(() => (left > 0 ? afterSeconds(left, timers, action) : action()), wait));
}

/** What files take that have no name any more, in MiB: no walk over a tree and no look at mapped memory sees them. */
interface RemovedFiles {
	/** In memory (`memfd_create`). */
	readonly memoryMb: number;
	/** On the disks that a sandbox may write. */
	readonly diskMb: number;
	/** Where the next look begins, when there was too much for one. */
	readonly next: number;
}

/**
 * How long one look may take. SECURITY: a thousand processes with a thousand descriptors each would otherwise hold up what ends the
 * sandbox in time; they are looked at in several turns instead.
 */
const MOST_MILLISECONDS = 250;

const MEBIBYTE = 1024 * 1024;

/**
 * Adds up what processes hold open and have removed; each file counts once.
 * SECURITY: a file that is removed and held open fills the disk, and one that never had a name the memory, past every other measure
 * (`disk-fill-hidden` and `memory-files` of the escape suite).
 */
export function removedFiles(processes: readonly number[], devices: ReadonlySet<number>, from = 0): RemovedFiles {
	const counted = new Set<string>();
	const start = from < processes.length ? from : 0;
	const ends = performance.now() + MOST_MILLISECONDS;
	let [memory, disk, looked] = [0, 0, 0];
	for (; looked < processes.length && performance.now() < ends; looked++) {
		for (const path of descriptorsOf(processes[(start + looked) % processes.length] ?? 0)) {
			const place = removedAt(path);
			const stats = place === null ? undefined : statSync(path, { throwIfNoEntry: false });
			if (place === null || stats === undefined || !stats.isFile()) continue;
			const identity = `${stats.dev}:${stats.ino}`;
			if (counted.has(identity)) continue;
			counted.add(identity);
			if (place.startsWith("/memfd:")) memory += stats.blocks * 512;
			else if (stats.nlink === 0 && devices.has(stats.dev)) disk += stats.blocks * 512;
		}
	}
	const next = looked === processes.length ? 0 : (start + looked) % processes.length;
	return { memoryMb: memory / MEBIBYTE, diskMb: disk / MEBIBYTE, next };
}

/** The disks that a plan lets be written; directories in memory have a size of their own. */
export function writableDevices({ mounts }: Pick<SandboxPlan, "mounts">): ReadonlySet<number> {
	const sources = mounts.flatMap(({ source, writable }) => (writable && source !== null ? [source] : []));
	return new Set(sources.flatMap((source) => statSync(source, { throwIfNoEntry: false })?.dev ?? []));
}

function descriptorsOf(process: number): readonly string[] {
	try {
		return readdirSync(`/proc/${process}/fd`).map((name) => `/proc/${process}/fd/${name}`);
	} catch {
		// It ended in the meantime.
		return [];
	}
}

function removedAt(path: string): string | null {
	try {
		const place = readlinkSync(path);
		return place.endsWith(" (deleted)") ? place : null;
	} catch {
		return null;
	}
}
