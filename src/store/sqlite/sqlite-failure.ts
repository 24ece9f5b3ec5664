import { brokenStore, messageOf } from "../broken-store.ts";

const BUSY = new Set([5, 6]);
const UNWRITABLE = new Set([8, 10, 13, 14]);
const CORRUPT = new Set([11, 26]);

/** What an error of SQLite means for writ; an error of one statement alone is handed back as it is. */
export function sqliteFailure(error: unknown, file: string): unknown {
	const code = sqliteCode(error);
	const message = messageOf(error);
	if (BUSY.has(code)) return brokenStore("store-busy", `Another program holds the database ${file} (${message}): end it`, error);
	if (UNWRITABLE.has(code)) {
		return brokenStore(
			"store-unwritable",
			`The database ${file} cannot be written (${message}): make room on the disk and check who may write there`,
			error,
		);
	}
	if (CORRUPT.has(code)) {
		return brokenStore("store-corrupt", `The database ${file} is damaged (${message}): move it away and put a backup in its place`, error);
	}
	return error;
}

/** Does something with a database, and tells failures of the database from others. */
export function onFile<T>(file: string, work: () => T): T {
	try {
		return work();
	} catch (error) {
		throw sqliteFailure(error, file);
	}
}

/** SQLite's primary result code, or 0 for an error that is not SQLite's. */
export function sqliteCode(error: unknown): number {
	return error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : 0;
}
