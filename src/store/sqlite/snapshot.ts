import type { DatabaseSync } from "node:sqlite";
import { onFile } from "./sqlite-failure.ts";

/** Runs statements that all see the same moment of the database. */
export async function snapshot<T>(database: DatabaseSync, file: string, work: () => Promise<T>): Promise<T> {
	onFile(file, () => database.exec("BEGIN"));
	try {
		return await work();
	} finally {
		database.exec("ROLLBACK");
	}
}
