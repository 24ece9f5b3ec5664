import { isUtf8 } from "node:buffer";
import {
	closeSync,
	constants,
	fchmodSync,
	fchownSync,
	fstatSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { errorCode, randomId } from "../../platform/index.ts";

/** Of open(2) on Linux: the place itself, without the right to read it. */
const O_PATH = 0o10000000;
const MOST_BYTES = 1024 * 1024;

/**
 * A directory that an agent can write, held open while we write into it.
 * SECURITY: the agent can put links everywhere in it: each name is reached from what is held, none is followed, and what is there is never
 * written but replaced (test/injection/injection.test.ts).
 */
export interface HeldDirectory {
	/** A plain file of text, or why what is there is not one; `null` = nothing is there. */
	read(name: string): HeldFile | { readonly fault: string } | null;
	/** Puts a whole file into the place of whatever had the name. */
	replace(name: string, text: string, mode?: number): void;
	remove(name: string): void;
	/** A directory in it, made when it is missing; `null` when something else has the name. */
	enter(name: string): HeldDirectory | null;
	/** The same, when it is there already. */
	look(name: string): HeldDirectory | null;
	close(): void;
}

/** What a file holds, and who may read and write it. */
interface HeldFile {
	readonly text: string;
	readonly mode: number;
}

/** Opens a directory, never through a link in its last component; `null` when it is not one. */
export function holdDirectory(path: string): HeldDirectory | null {
	let descriptor: number;
	try {
		descriptor = openSync(path, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
	} catch {
		return null;
	}
	const at = (name: string): string => `/proc/self/fd/${descriptor}/${name}`;
	const owner = fstatSync(descriptor);
	return {
		read: (name) => readPlain(at(name)),
		replace(name, text, mode = 0o644) {
			const draft = at(`.${randomId("writ").slice(0, 20)}`);
			const file = openSync(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
			try {
				writeFileSync(file, text);
				fchmodSync(file, mode);
				// As whom programs run here, the file is theirs.
				if (process.getuid?.() === 0) fchownSync(file, owner.uid, owner.gid);
				renameSync(draft, at(name));
			} catch (error) {
				rmSync(draft, { force: true });
				throw error;
			} finally {
				closeSync(file);
			}
		},
		remove: (name) => rmSync(at(name), { force: true }),
		enter(name) {
			try {
				mkdirSync(at(name), { mode: 0o755 });
			} catch (error) {
				if (errorCode(error) !== "EEXIST") throw error;
			}
			return holdDirectory(at(name));
		},
		look: (name) => holdDirectory(at(name)),
		close: () => closeSync(descriptor),
	};
}

function readPlain(path: string): ReturnType<HeldDirectory["read"]> {
	let descriptor: number;
	try {
		descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch (error) {
		return errorCode(error) === "ENOENT" ? null : { fault: "is not a plain file that can be read" };
	}
	try {
		const stats = fstatSync(descriptor);
		// SECURITY: another name of the same file may be somebody's else.
		if (!stats.isFile() || stats.nlink !== 1) return { fault: "is not a plain file" };
		if (stats.size > MOST_BYTES) return { fault: "is too long" };
		const text = textOf(readFileSync(descriptor));
		return text === null ? { fault: "is not written in UTF-8" } : { text, mode: stats.mode & 0o777 };
	} finally {
		closeSync(descriptor);
	}
}

/** Bytes as text, when the same bytes come back from it. */
function textOf(bytes: Buffer): string | null {
	// UTF-16 can look like UTF-8, with a zero beside each letter.
	return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString("utf8") : null;
}
