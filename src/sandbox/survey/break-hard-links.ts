import { randomUUID } from "node:crypto";
import {
	closeSync,
	constants,
	copyFileSync,
	fchmodSync,
	fchownSync,
	fstatSync,
	futimesSync,
	openSync,
	readlinkSync,
	renameSync,
	rmSync,
} from "node:fs";
import { basename, dirname } from "node:path";
import { openDirectory } from "../storage/open-directory.ts";

/** Replaces files by copies of themselves, so that their other names no longer change with them; tells those that could not be. */
export function breakHardLinks(paths: readonly string[]): readonly string[] {
	return paths.filter((path) => {
		try {
			return !replace(path);
		} catch {
			return true;
		}
	});
}

/** SECURITY: an agent may write here, so both names are reached from a directory that is held, and no link is followed. */
function replace(path: string): boolean {
	const folder = openDirectory(dirname(path), false);
	try {
		if (readlinkSync(folder.path) !== dirname(path)) return false;
		const original = folder.at(Buffer.from(basename(path)));
		const source = openSync(original, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		try {
			return fstatSync(source).isFile() && swap(source, original, folder.at(Buffer.from(`.writ-${randomUUID()}`)));
		} finally {
			closeSync(source);
		}
	} finally {
		folder.close();
	}
}

function swap(source: number, original: Buffer, copy: Buffer): true {
	try {
		copyFileSync(`/proc/self/fd/${source}`, copy, constants.COPYFILE_EXCL);
		const made = openSync(copy, constants.O_RDONLY | constants.O_NOFOLLOW);
		try {
			const { mode, uid, gid, atime, mtime } = fstatSync(source);
			if (process.geteuid?.() === 0) fchownSync(made, uid, gid);
			fchmodSync(made, mode & 0o777);
			futimesSync(made, atime, mtime);
		} finally {
			closeSync(made);
		}
		renameSync(copy, original);
		return true;
	} catch (error) {
		rmSync(copy, { force: true });
		throw error;
	}
}
