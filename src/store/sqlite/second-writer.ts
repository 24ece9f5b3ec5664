import type { StatementSync } from "node:sqlite";
import type { Statement } from "../connection.ts";
import { onFile, openToWrite } from "./sqlite-connection.ts";

/** A second connection to a database file, for another thread of the process that holds the file. */
export interface SecondWriter {
	/** Runs statements in one durable commit, all or none, and tells how many rows the last one changed. */
	commit(statements: readonly Statement[]): number;
	/** Brings what was committed from the log into the database: to be called when nobody waits. */
	checkpoint(): void;
	close(): void;
}

/** INVARIANT: used only between the moment when a `Committer` takes a batch over and the one when it is durable: nobody else writes then. */
export function openSecondWriter(file: string): SecondWriter {
	const database = onFile(file, () => openToWrite(file));
	// A caller that waits for a commit should not wait for a checkpoint too. It bounds the log to about 64 MiB.
	database.exec("PRAGMA wal_autocheckpoint = 16000");
	// Few statements come here, again and again.
	const prepared = new Map<string, StatementSync>();
	const prepare = (sql: string): StatementSync => {
		const known = prepared.get(sql) ?? database.prepare(sql);
		prepared.set(sql, known);
		return known;
	};
	return {
		commit(statements) {
			try {
				return onFile(file, () => {
					let changed = 0;
					database.exec("BEGIN IMMEDIATE");
					for (const { sql, values } of statements) changed = Number(prepare(sql).run(...values).changes);
					database.exec("COMMIT");
					return changed;
				});
			} finally {
				// A full disk may have undone it already.
				if (database.isTransaction) database.exec("ROLLBACK");
			}
		},
		checkpoint: () => onFile(file, () => database.exec("PRAGMA wal_checkpoint(PASSIVE)")),
		close: () => database.close(),
	};
}
