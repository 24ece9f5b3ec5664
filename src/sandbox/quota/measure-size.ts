import { walkTree } from "./walk-tree.ts";

/** What some directories take on the disk. */
export interface Size {
	/** Blocks that are in use, those of directories included, and at least one for each file; one with several names counts once. */
	readonly bytes: number;
	/** Directories (absolute) into which this process cannot look, so that what they hold is not counted. */
	readonly unreadable: readonly string[];
}

/** SECURITY: an empty file takes no block and yet a place among those that a disk has for files (`disk-names` of the escape suite). */
const LEAST_BYTES = 4096;

/** Measures directories; a hole in a file takes no space and counts as none. */
export async function measureSize(directories: readonly string[]): Promise<Size> {
	const counted = new Set<string>();
	const unreadable: string[] = [];
	let bytes = 0;
	for (const directory of directories) {
		const hidden = await walkTree(directory, ({ stats }) => {
			const identity = `${stats.dev}:${stats.ino}`;
			const isSeveral = stats.nlink > 1 && !stats.isDirectory();
			if (isSeveral && counted.has(identity)) return false;
			if (isSeveral) counted.add(identity);
			bytes += Math.max(LEAST_BYTES, stats.blocks * 512);
			return true;
		});
		unreadable.push(...hidden.map((path) => `${directory}/${path}`));
	}
	return { bytes, unreadable };
}
