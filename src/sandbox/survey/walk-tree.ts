import { chmodSync, lstatSync, readdirSync, readlinkSync, type Stats } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { errorCode } from "../../platform/index.ts";
import { openDirectory } from "../storage/open-directory.ts";
import { nameOf, onDisk } from "./byte-names.ts";

/** One entry of a tree; `path` is relative to its root, which itself is `""`. */
export interface TreeEntry {
	/** Names that are not text are in it as `nameOf` gives them. */
	readonly path: string;
	readonly stats: Stats;
}

/** What the walk is told about a directory: look into it or not. */
export type Descend = boolean;

/** How a tree is walked. */
export interface WalkOptions {
	/** Directories that this process owns and cannot read or enter are opened for it first. */
	readonly unlock?: boolean;
}

/**
 * Visits a tree without following links or leaving its file system, in slices, so that others get their turn. It ends with
 * the directories that could not be read; what vanishes meanwhile is not an error.
 */
export async function walkTree(
	root: string,
	visit: (entry: TreeEntry) => Descend,
	{ unlock = false }: WalkOptions = {},
): Promise<readonly string[]> {
	const unreadable: string[] = [];
	const top = lstatSync(root, { throwIfNoEntry: false });
	if (top === undefined) return unreadable;
	if (unlock) unlockDirectory(root);
	const pending: string[] = [];
	if (visit({ path: "", stats: top }) && top.isDirectory()) pending.push("");
	let sliceEnds = performance.now() + SLICE_MS;
	for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
		const names = readFolder(`${root}/${folder}`);
		if (names === null) unreadable.push(folder);
		for (const name of names ?? []) {
			if (performance.now() > sliceEnds) {
				await nextTurn();
				sliceEnds = performance.now() + SLICE_MS;
			}
			const path = folder === "" ? name : `${folder}/${name}`;
			const stats = look(`${root}/${path}`);
			if (stats === null) unreadable.push(path);
			if (stats === null || stats === undefined) continue;
			const isOurs = stats.isDirectory() && stats.dev === top.dev;
			if (!visit({ path, stats }) || !isOurs) continue;
			if (unlock && isLocked(stats, OURSELVES)) open(`${root}/${path}`, stats);
			pending.push(path);
		}
	}
	return unreadable;
}

/** Every file below a directory, without following links; `null` when there are more than `most`, or one cannot be read. */
export function listFiles(root: string, most: number): readonly string[] | null {
	const files: string[] = [];
	const pending = [root];
	for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
		const names = readFolder(folder);
		if (names === null || files.length + pending.length + names.length > most) return null;
		for (const name of names) {
			const path = `${folder}/${name}`;
			const stats = look(path);
			if (stats === null) return null;
			if (stats?.isDirectory() === true) pending.push(path);
			else if (stats !== undefined && !stats.isSymbolicLink()) files.push(path);
		}
	}
	return files;
}

/** How long a slice lasts: the same thread carries the agent's bytes. */
const SLICE_MS = 8;

/**
 * `null` when something is there that cannot be read.
 * SECURITY: read as text, a name of other bytes would be another name that is not there, and nobody would look below it.
 */
function readFolder(path: string): readonly string[] | null {
	try {
		const place = onDisk(path);
		const names = readdirSync(place);
		return names.some((name) => name.includes("\uFFFD")) ? readdirSync(place, { encoding: "buffer" }).map(nameOf) : names;
	} catch (error) {
		return isGone(error) ? [] : null;
	}
}

function look(path: string): Stats | null | undefined {
	try {
		return lstatSync(onDisk(path), { throwIfNoEntry: false });
	} catch (error) {
		return isGone(error) ? undefined : null;
	}
}

const OWNER = 0o700;

const OURSELVES = process.geteuid?.();

/** Root needs no key. */
function isLocked({ mode, uid }: Stats, owner: number | undefined): boolean {
	return (mode & OWNER) !== OWNER && uid === owner && uid !== 0;
}

/** Opens a directory for its owner again, whoever closed it; what others may do there stays. A directory of another owner is left alone. */
export function unlockDirectory(path: string, owner = OURSELVES): void {
	const stats = look(path);
	if (stats?.isDirectory() === true && isLocked(stats, owner)) open(path, stats);
}

/** What cannot be opened is told as unreadable afterwards. */
function open(path: string, { mode }: Stats): void {
	try {
		const place = onDisk(path);
		const held = openDirectory(place, false);
		try {
			// SECURITY: another agent may have redirected the way there, to a directory outside this tree.
			if (readlinkSync(held.path, { encoding: "buffer" }).equals(Buffer.from(place))) chmodSync(held.path, (mode & 0o7777) | OWNER);
		} finally {
			held.close();
		}
	} catch {
		// Reading it fails too.
	}
}

function isGone(error: unknown): boolean {
	return ["ENOENT", "ENOTDIR"].includes(errorCode(error));
}
