import type { DatabaseSync } from "node:sqlite";

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
		// A full disk: the log stays as small as it is, and whoever commits next is told.
	} finally {
		if (database.isTransaction) database.exec("ROLLBACK");
		database.exec(`PRAGMA cache_size = ${Number(pages)}`);
	}
}
