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
import { errorCode, randomId } from "../platform/index.ts";

/** Of open(2) on Linux: the place itself, without the right to read it. */
const O_PATH = 0o10000000;
const MOST_BYTES = 1024 * 1024;

/**
 * A directory that an agent can write, held open while we write into it.
 * SECURITY: the agent can put links everywhere in it: each name is reached from what is held, none is followed, and what is there is never
 * written but replaced (test/injection/injection.test.ts).
 */
export interface HeldDirectory {
	/** The text of a plain file; `null` = there is none; `undefined` = something else is there, or it is too long. */
	read(name: string): string | null | undefined;
	/** Puts a whole file into the place of whatever had the name. */
	replace(name: string, text: string): void;
	/** A directory in it, made when it is missing; `null` when something else has the name. */
	enter(name: string): HeldDirectory | null;
	close(): void;
}

/** Opens a directory, never through a link in its last component; `null` when it is none. */
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
		replace(name, text) {
			const draft = at(`.${randomId("writ").slice(0, 20)}`);
			const file = openSync(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
			try {
				writeFileSync(file, text);
				fchmodSync(file, 0o644);
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
		enter(name) {
			try {
				mkdirSync(at(name), { mode: 0o755 });
			} catch (error) {
				if (errorCode(error) !== "EEXIST") throw error;
			}
			return holdDirectory(at(name));
		},
		close: () => closeSync(descriptor),
	};
}

function readPlain(path: string): string | null | undefined {
	let descriptor: number;
	try {
		descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch (error) {
		return errorCode(error) === "ENOENT" ? null : undefined;
	}
	try {
		const stats = fstatSync(descriptor);
		// SECURITY: another name of the same file may be somebody's else.
		return stats.isFile() && stats.nlink === 1 && stats.size <= MOST_BYTES ? readFileSync(descriptor, "utf8") : undefined;
	} finally {
		closeSync(descriptor);
	}
}
