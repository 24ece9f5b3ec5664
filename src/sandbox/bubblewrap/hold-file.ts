import { randomUUID } from "node:crypto";
import { closeSync, constants, openSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A file without a name, as a descriptor: what bubblewrap reads is whole before it starts, and where it writes never breaks off.
 * It lies in memory where that is possible, since it may hold values of the environment.
 */
export function holdFile(content: string | Uint8Array = ""): number {
	const bytes = typeof content === "string" ? Buffer.from(content) : content;
	try {
		return filled(openSync(MEMORY, constants.O_RDWR | constants.O_DIRECTORY | O_TMPFILE, 0o600), bytes);
	} catch {
		// It is not there, or full, or knows no files without names.
		return filled(openNamed(join(tmpdir(), `writ-${randomUUID()}`)), bytes);
	}
}

const MEMORY = "/dev/shm";
/** Of open(2) on Linux, which Node does not name: a new file in a directory that nothing leads to. */
const O_TMPFILE = 0o20000000;

function openNamed(path: string): number {
	const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
	try {
		unlinkSync(path);
		return descriptor;
	} catch (error) {
		closeSync(descriptor);
		throw error;
	}
}

function filled(descriptor: number, bytes: Uint8Array): number {
	try {
		// Written by position, so that whoever reads it begins at its beginning.
		for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at, at);
		return descriptor;
	} catch (error) {
		closeSync(descriptor);
		throw error;
	}
}
