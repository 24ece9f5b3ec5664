import { existsSync, realpathSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Backend, Dialect } from "../backend.ts";
import { takeTurns } from "../take-turns.ts";
import { backUp } from "./back-up.ts";
import { claimFile } from "./claim-file.ts";
import { lockHome } from "./lock-home.ts";
import { openToWrite } from "./open-to-write.ts";
import { snapshot } from "./snapshot.ts";
import { sqliteConnection } from "./sqlite-connection.ts";
import { onFile } from "./sqlite-failure.ts";
import { widenLog } from "./widen-log.ts";

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
				// Whoever looks goes first.
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

/** Has one connection only, so that whoever looks waits for the end of the transaction. */
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
