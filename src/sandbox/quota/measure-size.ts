import { walkTree } from "./walk-tree.ts";

/** What some directories take on the disk. */
export interface Size {
	/** Blocks that are in use, those of directories included; a file with several names counts once. */
	readonly bytes: number;
	/** Directories (absolute) into which this process cannot look, so that what they hold is not counted. */
	readonly unreadable: readonly string[];
}

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
			bytes += stats.blocks * 512;
			return true;
		});
		unreadable.push(...hidden.map((path) => `${directory}/${path}`));
	}
	return { bytes, unreadable };
}
