import { type Dirent, lstatSync, readdirSync, type Stats } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { errorCode } from "../../platform/index.ts";

/** One entry of a tree; `path` is relative to its root, which itself is `""`. */
export interface TreeEntry {
	readonly path: string;
	readonly stats: Stats;
}

/** What the walk is told about a directory: look into it or not. */
export type Descend = boolean;

/**
 * Visits a tree without following links or leaving its file system, in slices, so that others get their turn. It ends with
 * the directories that could not be read; what vanishes meanwhile is no error.
 */
export async function walkTree(root: string, visit: (entry: TreeEntry) => Descend): Promise<readonly string[]> {
	const unreadable: string[] = [];
	const top = lstatSync(root, { throwIfNoEntry: false });
	if (top === undefined) return unreadable;
	const pending: string[] = [];
	if (visit({ path: "", stats: top }) && top.isDirectory()) pending.push("");
	let sliceEnds = performance.now() + SLICE_MS;
	for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
		const entries = readFolder(`${root}/${folder}`);
		if (entries === null) unreadable.push(folder);
		for (const { name } of entries ?? []) {
			if (performance.now() > sliceEnds) {
				await nextTurn();
				sliceEnds = performance.now() + SLICE_MS;
			}
			const path = folder === "" ? name : `${folder}/${name}`;
			const stats = look(`${root}/${path}`);
			if (stats === null) unreadable.push(path);
			if (stats === null || stats === undefined) continue;
			const isOurs = stats.isDirectory() && stats.dev === top.dev;
			if (visit({ path, stats }) && isOurs) pending.push(path);
		}
	}
	return unreadable;
}

/** How long a slice lasts: the same thread carries the agent's bytes. */
const SLICE_MS = 8;

/** `null` when something is there that cannot be read. */
function readFolder(path: string): readonly Dirent[] | null {
	try {
		return readdirSync(path, { withFileTypes: true });
	} catch (error) {
		return isGone(error) ? [] : null;
	}
}

function look(path: string): Stats | null | undefined {
	try {
		return lstatSync(path, { throwIfNoEntry: false });
	} catch (error) {
		return isGone(error) ? undefined : null;
	}
}

function isGone(error: unknown): boolean {
	return ["ENOENT", "ENOTDIR"].includes(errorCode(error));
}
