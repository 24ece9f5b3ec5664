import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { errorCode } from "./writ-error.ts";

const MOST_BYTES = 1024 * 1024;

/** The bytes of a file, or why they are not read. */
type FileReading =
	| { readonly ok: true; readonly bytes: Uint8Array }
	| { readonly ok: false; readonly code: string; readonly message: string };

/** Reads a plain file of at most 1 MiB that really lies below `top` (given with its links followed). */
export function readRegularFile(path: string, top: string): FileReading {
	try {
		// SECURITY: through a link, a project could have files of others read, or be governed by them.
		if (!isBelow(realpathSync(path), top))
			return refuse("link-outside", "This is a link that leads out of the folder of definitions; it is not read.");
		return readOpened(path);
	} catch (error) {
		return refuse("not-readable", `This cannot be read (${errorCode(error)}).`);
	}
}

/** Whether a real path is a folder or lies below it. */
export function isBelow(real: string, top: string): boolean {
	return real === top || real.startsWith(top === "/" ? "/" : `${top}/`);
}

/** Opened without waiting, so that a pipe with no writer cannot hold us up. */
function readOpened(path: string): FileReading {
	const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	try {
		const stats = fstatSync(descriptor);
		if (!stats.isFile()) return refuse("not-a-file", "This is not a regular file.");
		if (stats.size > MOST_BYTES) return refuse("too-large", `This has ${stats.size} bytes; a definition has at most ${MOST_BYTES}.`);
		return { ok: true, bytes: readFileSync(descriptor) };
	} finally {
		closeSync(descriptor);
	}
}

function refuse(code: string, message: string): FileReading {
	return { ok: false, code, message };
}

/** Whether a text that Node read differs from its bytes: Node puts a mark in place of what is not UTF-8. */
export function wasChanged(text: string, bytes: () => Uint8Array): boolean {
	return text.includes("\uFFFD") && !isUtf8(bytes());
}
