import type { StatementSync } from "node:sqlite";
import type { Statement } from "../connection.ts";
import { openToWrite } from "./open-to-write.ts";
import { onFile } from "./sqlite-failure.ts";

/** A second connection to a database file, for another thread of the process that holds the file. */
export interface SecondWriter {
	/** Runs statements in one durable commit, all or none. */
	commit(statements: readonly Statement[]): void;
	close(): void;
}

/** INVARIANT: used only while the store says that nobody else writes (`CommitHooks.aside`). */
export function openSecondWriter(file: string): SecondWriter {
	const database = onFile(file, () => openToWrite(file));
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
				onFile(file, () => {
					database.exec("BEGIN IMMEDIATE");
					for (const { sql, values } of statements) prepare(sql).run(...values);
					database.exec("COMMIT");
				});
			} finally {
				// A full disk may have undone it already.
				if (database.isTransaction) database.exec("ROLLBACK");
			}
		},
		close: () => database.close(),
	};
}
