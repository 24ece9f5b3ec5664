import { randomUUID } from "node:crypto";
import {
	closeSync,
	constants,
	fchownSync,
	fstatSync,
	lchownSync,
	mkdirSync,
	openSync,
	readdirSync,
	readSync,
	renameSync,
	rmdirSync,
	writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { type OpenDirectory, openDirectory } from "./open-directory.ts";
import { removeTree, type Steps } from "./remove-tree.ts";

/** What was kept of an agent's exports. */
export interface KeptExports {
	/** Where they are now; `null` when there was nothing to keep. */
	readonly path: string | null;
	readonly files: number;
	/** What is not a regular file, or lies too deep, stays behind. */
	readonly left: number;
}

const DEEPEST = 64;

/** Who gets a copy, when that is not the one who makes it. */
export interface Reader {
	readonly uid: number;
	readonly gid: number;
}

/** Copies the regular files of a tree to a new place, or none of them; links, devices and sockets are left. */
export function* keepExports(from: string, to: string, reader: Reader | null = null): Steps<KeptExports> {
	const unfinished = join(dirname(to), `.${basename(to)}-${randomUUID()}`);
	const made = mkdirSync(unfinished, { recursive: true, mode: 0o700 });
	try {
		// From the first directory that was made down to the last.
		for (let path = unfinished; reader !== null && made !== undefined && path.length >= made.length; path = dirname(path))
			give(path, reader);
		const source = openDirectory(from, true);
		const copied = yield* copyTree(source, unfinished, { reader, levels: DEEPEST });
		source.close();
		if (copied.files === 0) {
			removeTree(unfinished);
			return { path: null, ...copied };
		}
		removeTree(to);
		renameSync(unfinished, to);
		return { path: to, ...copied };
	} catch (error) {
		removeTree(unfinished);
		throw error;
	}
}

interface Copied {
	files: number;
	left: number;
}

interface Way {
	readonly reader: Reader | null;
	/** How much deeper it may go. */
	readonly levels: number;
}

function* copyTree(source: OpenDirectory, to: string, way: Way): Steps<Copied> {
	const copied: Copied = { files: 0, left: 0 };
	for (const entry of readdirSync(source.path, { withFileTypes: true, encoding: "buffer" })) {
		const target = Buffer.concat([Buffer.from(`${to}/`), entry.name]);
		if (entry.isFile() && (yield* copyRegular(source.at(entry.name), target, way))) copied.files++;
		else if (entry.isDirectory() && way.levels > 0)
			add(copied, yield* copyBelow(source.at(entry.name), target, { ...way, levels: way.levels - 1 }));
		else copied.left++;
	}
	return copied;
}

function* copyBelow(path: Buffer, target: Buffer, way: Way): Steps<Copied> {
	const below = openDirectory(path, true);
	mkdirSync(target, { mode: 0o700 });
	if (way.reader !== null) give(target, way.reader);
	const held = openDirectory(target, false);
	try {
		const copied = yield* copyTree(below, held.path, way);
		// A directory without a file in it is nothing to keep.
		if (copied.files === 0) rmdirSync(target);
		return copied;
	} finally {
		held.close();
		below.close();
	}
}

/** Copies what is a regular file at the moment it is opened; one that cannot be read is left. */
function* copyRegular(path: Buffer, target: Buffer, { reader }: Way): Steps<boolean> {
	const source = openQuietly(path);
	if (source === undefined) return false;
	try {
		const stats = fstatSync(source);
		if (!stats.isFile()) return false;
		// SECURITY: a new file of ours with a mode of ours; a set-id bit must not come along.
		const copy = openSync(target, "wx", stats.mode & 0o100 ? 0o700 : 0o600);
		try {
			yield* copyBytes(source, copy);
			if (reader !== null && isRoot()) fchownSync(copy, reader.uid, reader.gid);
		} finally {
			closeSync(copy);
		}
		return true;
	} finally {
		closeSync(source);
	}
}

function openQuietly(path: Buffer): number | undefined {
	try {
		return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch {
		return undefined;
	}
}

function* copyBytes(source: number, copy: number): Steps<void> {
	const buffer = Buffer.allocUnsafe(1 << 20);
	for (let read = readSync(source, buffer); read > 0; read = readSync(source, buffer)) {
		for (let written = 0; written < read; ) written += writeSync(copy, buffer, written, read - written);
		yield;
	}
}

function add(sum: Copied, { files, left }: Copied): void {
	sum.files += files;
	sum.left += left;
}

function give(path: string | Buffer, { uid, gid }: Reader): void {
	if (isRoot()) lchownSync(path, uid, gid);
}

/** Only root can give a file away, and only root runs agents as somebody else. */
function isRoot(): boolean {
	return process.geteuid?.() === 0;
}
