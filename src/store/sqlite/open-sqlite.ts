import { closeSync, existsSync, fsyncSync, openSync, realpathSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Backend, type Dialect, takeTurns } from "../backend.ts";
import { claimFile, lockHome } from "./lock-home.ts";
import { onFile, openToWrite, snapshot, sqliteConnection } from "./sqlite-connection.ts";

const SQLITE: Dialect = { name: "sqlite", text: "TEXT", serial: "INTEGER PRIMARY KEY AUTOINCREMENT" };

/** The embedded database: one file, one process. `:memory:` is gone with the process. */
export function openSqlite(location: string): Backend {
	if (location === ":memory:") return openInMemory();
	const file = existsSync(location) ? realpathSync(location) : location;
	const unlock = lockHome(file);
	try {
		claimFile(file);
		const writing = onFile(file, () => openToWrite(file));
		const reading = onFile(file, () => new DatabaseSync(file, { readOnly: true }));
		const reader = sqliteConnection(reading, file);
		const turn = takeTurns();
		const backend = backendOn(writing, file);
		const committed = widenLog(writing);
		return {
			...backend,
			file,
			async commit() {
				await backend.commit();
				committed();
			},
			look: (work) => turn(() => snapshot(reading, file, () => work(reader))),
			backUp: async (version) => void backUp(writing, file, version),
			async close() {
				// Looks that are under way finish first.
				try {
					await turn(async () => reading.close());
					writing.close();
				} finally {
					unlock();
				}
			},
		};
	} catch (error) {
		unlock();
		throw error;
	}
}

/** Has one connection only, so that a look waits for the end of the transaction. */
function openInMemory(): Backend {
	const database = openToWrite(":memory:");
	const backend = backendOn(database, ":memory:");
	const turn = takeTurns();
	let done: () => void = () => undefined;
	const ended = (work: Promise<void>): Promise<void> => work.then(() => done());
	return {
		...backend,
		async begin(mode) {
			await new Promise<void>((begun) => {
				void turn(() => {
					begun();
					return new Promise<void>((resolve) => {
						done = resolve;
					});
				});
			});
			await backend.begin(mode);
		},
		commit: () => ended(backend.commit()),
		rollback: () => ended(backend.rollback()),
		look: (work) => turn(() => work(backend.writer)),
		backUp: async () => undefined,
		close: () => turn(async () => database.close()),
	};
}

function backendOn(database: DatabaseSync, file: string): Omit<Backend, "look" | "backUp" | "close"> {
	const exec = (sql: string): void => onFile(file, () => database.exec(sql));
	return {
		dialect: SQLITE,
		writer: sqliteConnection(database, file),
		begin: async () => exec("BEGIN IMMEDIATE"),
		commit: async () => exec("COMMIT"),
		// A full disk may have undone it already.
		rollback: async () => (database.isTransaction ? exec("ROLLBACK") : undefined),
		// One process has no others to hear from.
		news: async () => [],
		announce: async () => undefined,
		mayRetry: () => false,
	};
}

/** Keeps a whole copy beside the database, named after its schema, and gives back its name; an older copy of the same schema gives way. */
function backUp(database: DatabaseSync, file: string, version: number): string {
	const copy = `${file}.schema-${version}.backup`;
	const unfinished = `${copy}.unfinished`;
	rmSync(unfinished, { force: true });
	// VACUUM INTO takes an empty file, and so the copy is private from the beginning.
	claimFile(unfinished);
	try {
		onFile(unfinished, () => database.prepare("VACUUM INTO ?").run(unfinished));
		flush(unfinished);
	} catch (error) {
		// It may be what fills the disk.
		rmSync(unfinished, { force: true });
		throw error;
	}
	renameSync(unfinished, copy);
	flush(dirname(copy));
	return copy;
}

function flush(path: string): void {
	const descriptor = openSync(path, "r");
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}

/** As large as the log gets before it is written over from its beginning (`wal_autocheckpoint`). */
const ROOM = 16 * 1024 * 1024;

/** Who commits so often will commit often. */
const AFTER_COMMITS = 64;

/**
 * Makes the log beside a database as large as it will get, once it is used much: the disk takes a commit into room that is there about
 * twice as fast as into a file that has to grow. Called after each commit; nothing of it is kept in the database.
 */
export function widenLog(database: DatabaseSync): () => void {
	let commits = 0;
	return () => {
		if (++commits === AFTER_COMMITS) fillAndUndo(database);
	};
}

function fillAndUndo(database: DatabaseSync): void {
	const { cache_size: pages } = database.prepare("PRAGMA cache_size").get() ?? {};
	try {
		// With so little memory it writes to the log what is not committed yet, and leaves the room there when it is undone.
		database.exec("PRAGMA cache_size = 16; BEGIN IMMEDIATE");
		database.exec(`CREATE TABLE room (filler); INSERT INTO room VALUES (zeroblob(${ROOM}))`);
	} catch {
		// A full disk: the log stays as small as it is, and the next commit reports it.
	} finally {
		if (database.isTransaction) database.exec("ROLLBACK");
		database.exec(`PRAGMA cache_size = ${Number(pages)}`);
	}
}
