import { lstatSync, type Stats, statfsSync } from "node:fs";
import type { List, Listing } from "../engine/index.ts";
import { createMemory } from "../memory/index.ts";

/** What a directory was when it was listed. */
interface Remembered {
	readonly stats: Stats;
	readonly listing: Listing;
}

/** At most about ten megabytes. */
const MOST_DIRECTORIES = 4_096;
const MOST_NAMES = 100_000;
/**
 * What changed just now may change again at the same time of its file system's clock, unseen. That clock goes in steps of ten
 * milliseconds at most, or of a second, and then every time is a whole one.
 */
const SETTLED_AFTER = 100;
const SETTLED_AFTER_SECONDS = 2_000;

/**
 * File systems of this machine that change a directory's own times with each name that comes or goes: ext, XFS, Btrfs, tmpfs, overlay,
 * F2FS, ZFS, bcachefs. Others (NFS, FUSE, 9p) may answer from memory themselves, and are listed each time.
 */
const LOCAL = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1, 0xca451a4e]);

/**
 * The same listings, without reading a directory again that has not changed.
 *
 * INVARIANT: what is given again is what reading again would give. A name that comes, goes or changes its kind changes the time of
 * the directory's last change, which no program can set; while that time is too close to tell, nothing is remembered.
 */
export function rememberListings(list: List): List {
	let names = 0;
	const memory = createMemory<string, Remembered>(MOST_DIRECTORIES, ({ listing }) => {
		names -= namesIn(listing);
	});
	return (directory) => {
		const stats = look(directory);
		if (stats === undefined) return list(directory);
		const remembered = memory.get(directory);
		if (remembered !== undefined && isSame(remembered.stats, stats)) return remembered.listing;
		memory.delete(directory);
		const before = Date.now();
		const listing = list(directory);
		if (!listing.ok || !isSettled(stats, before) || !isLocal(directory)) return listing;
		if (names + namesIn(listing) >= MOST_NAMES) {
			memory.clear();
			names = 0;
		}
		memory.set(directory, { stats, listing });
		names += namesIn(listing);
		return listing;
	};
}

function namesIn({ files, directories, links }: Listing): number {
	return files.length + directories.length + links.length;
}

function look(directory: string): Stats | undefined {
	try {
		return lstatSync(directory, { throwIfNoEntry: false });
	} catch {
		return undefined;
	}
}

function isSame(known: Stats, now: Stats): boolean {
	return known.ctimeMs === now.ctimeMs && known.ino === now.ino && known.dev === now.dev && known.mtimeMs === now.mtimeMs;
}

function isSettled({ ctimeMs }: Stats, now: number): boolean {
	return now - ctimeMs >= (ctimeMs % 1_000 === 0 ? SETTLED_AFTER_SECONDS : SETTLED_AFTER);
}

function isLocal(directory: string): boolean {
	try {
		return LOCAL.has(statfsSync(directory).type);
	} catch {
		return false;
	}
}
