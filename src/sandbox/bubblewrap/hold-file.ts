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
	const name = `writ-${randomUUID()}`;
	try {
		return holdAt(join("/dev/shm", name), bytes);
	} catch {
		// It is not there, or full.
		return holdAt(join(tmpdir(), name), bytes);
	}
}

function holdAt(path: string, bytes: Uint8Array): number {
	const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
	try {
		unlinkSync(path);
		// Written by position, so that whoever reads it begins at its beginning.
		for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at, at);
		return descriptor;
	} catch (error) {
		closeSync(descriptor);
		throw error;
	}
}
