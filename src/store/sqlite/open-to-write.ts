import { DatabaseSync } from "node:sqlite";

/** Opens a database so that what is committed is on the disk, also when the power goes. */
export function openToWrite(file: string): DatabaseSync {
	const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 2_000 });
	database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;");
	// Fewer and bigger checkpoints: many commits write the same pages. It bounds the file beside the database to about 16 MiB.
	database.exec("PRAGMA wal_autocheckpoint = 4000");
	return database;
}
