import { chmodSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const WAIT_MS = 20_000;

/**
 * Does something while no other process does anything under the same lock file. The lock is the operating system's, taken by SQLite:
 * it ends with the process, however that ends.
 */
export function holdLock<Value>(file: string, work: () => Value): Value {
	const database = new DatabaseSync(file, { timeout: WAIT_MS });
	try {
		chmodSync(file, 0o600);
		database.exec("BEGIN IMMEDIATE");
		return work();
	} finally {
		database.close();
	}
}
