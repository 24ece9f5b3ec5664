import { readdirSync, readlinkSync, statSync } from "node:fs";
import type { SandboxPlan } from "../plan/sandbox-plan.ts";

/** What files take that have no name any more, in MiB: no walk over a tree and no look at mapped memory sees them. */
export interface RemovedFiles {
	/** In memory (`memfd_create`). */
	readonly memoryMb: number;
	/** On the disks that a sandbox may write. */
	readonly diskMb: number;
}

const MEBIBYTE = 1024 * 1024;

/**
 * Adds up what processes hold open and have removed; each file counts once.
 * SECURITY: a file that is removed and held open fills the disk, and one that never had a name the memory, past every other measure
 * (`disk-fill-hidden` and `memory-files` of the escape suite).
 */
export function removedFiles(processes: readonly number[], devices: ReadonlySet<number>): RemovedFiles {
	const counted = new Set<string>();
	let [memory, disk] = [0, 0];
	for (const process of processes) {
		for (const path of descriptorsOf(process)) {
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
	return { memoryMb: memory / MEBIBYTE, diskMb: disk / MEBIBYTE };
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
