import { DatabaseSync, type StatementSync } from "node:sqlite";
import { brokenStore, messageOf } from "../backend.ts";
import type { Connection, Row } from "../connection.ts";
import { checkValues } from "../values.ts";

/** Lists of values make many texts of one statement. */
const MOST_PREPARED = 1_000;

/** Runs portable SQL on an open file. Statements are prepared once. */
export function sqliteConnection(database: DatabaseSync, file: string): Connection {
	const prepared = new Map<string, StatementSync>();
	const statement = (sql: string): StatementSync => {
		const known = prepared.get(sql);
		if (known !== undefined) return known;
		const made = database.prepare(sql);
		if (prepared.size >= MOST_PREPARED) prepared.clear();
		prepared.set(sql, made);
		return made;
	};
	return {
		all: async (sql, values = []) => {
			checkValues(values);
			return onFile(file, () => statement(sql).all(...values) as Row[]);
		},
		run: async (sql, values = [], made) => {
			if (made === undefined) checkValues(values);
			return onFile(file, () => Number(statement(sql).run(...values).changes));
		},
	};
}

/** Opens a database so that what is committed is on the disk, even when the power goes. */
export function openToWrite(file: string): DatabaseSync {
	const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 2_000 });
	database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;");
	// Fewer and bigger checkpoints: many commits write the same pages. It bounds the file beside the database to about 16 MiB.
	database.exec("PRAGMA wal_autocheckpoint = 4000");
	return database;
}

/** Runs statements that all see the same moment of the database. */
export async function snapshot<T>(database: DatabaseSync, file: string, work: () => Promise<T>): Promise<T> {
	onFile(file, () => database.exec("BEGIN"));
	try {
		return await work();
	} finally {
		database.exec("ROLLBACK");
	}
}

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
