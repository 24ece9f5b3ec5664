import { readdirSync, readlinkSync, statSync } from "node:fs";
import type { SandboxPlan } from "../plan/sandbox-plan.ts";

/** What files take that have no name any more, in MiB: no walk over a tree and no look at mapped memory sees them. */
export interface RemovedFiles {
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
