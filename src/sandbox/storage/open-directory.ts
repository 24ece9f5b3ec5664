import { chmodSync, closeSync, constants, fstatSync, openSync } from "node:fs";

/** Of open(2) on Linux: the place itself, without the right to read it. */
const O_PATH = 0o10000000;

/** A directory held open: names below it are reached without following anything on the way, however deep it lies. */
export interface OpenDirectory {
	/** The path of an entry, short at any depth; names are bytes. */
	readonly at: (name: Buffer) => Buffer;
	/** The path of the directory itself. */
	readonly path: string;
	readonly close: () => void;
}

/**
 * Opens a directory, never through a link in its last component. With `unlock` its owner can read, write and enter it
 * afterwards, whatever its mode was.
 */
export function openDirectory(path: string | Buffer, unlock: boolean): OpenDirectory {
	const descriptor = openSync(path, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
	const own = `/proc/self/fd/${descriptor}`;
	try {
		// SECURITY: the mode is changed on what is held, so that it cannot be turned into a link in between.
		if (unlock && (fstatSync(descriptor).mode & 0o700) !== 0o700) chmodSync(own, 0o700);
	} catch (error) {
		closeSync(descriptor);
		throw error;
	}
	return {
		at: (name) => Buffer.concat([Buffer.from(`${own}/`), name]),
		path: own,
		close: () => closeSync(descriptor),
	};
}
