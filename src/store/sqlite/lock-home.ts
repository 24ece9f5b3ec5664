import { accessSync, closeSync, constants, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { errorCode, WritError } from "../../platform/index.ts";
import { brokenStore, messageOf } from "../backend.ts";
import { sqliteCode, sqliteFailure } from "./sqlite-connection.ts";

const BUSY = 5;
const NO_DATABASE = 26;

/**
 * Makes this process the only one that uses a database file, and gives back how to let go.
 * The lock is the operating system's, on a file beside the database: it ends with the process, however that ends. The number in the
 * second file is only for the message.
 * SECURITY: nobody may open the locked file by another way in this process; closing it there would let go of the lock.
 */
export function lockHome(file: string): () => void {
	const locked = `${file}.lock`;
	const holder = `${file}.pid`;
	let database: DatabaseSync | null = null;
	try {
		claimFile(locked);
		database = new DatabaseSync(locked, { timeout: 0 });
		database.exec("BEGIN IMMEDIATE");
		claimFile(holder);
		writeFileSync(holder, `${process.pid}\n`);
	} catch (error) {
		database?.close();
		if (sqliteCode(error) === BUSY) throw inUse(file, holder);
		if (sqliteCode(error) === NO_DATABASE) throw brokenStore("store-corrupt", `The file ${locked} is not a lock of writ: remove it`, error);
		throw sqliteFailure(error, locked);
	}
	const held = database;
	return () => {
		rmSync(holder, { force: true });
		held.close();
	};
}

function inUse(file: string, holder: string): WritError {
	const pid = readHolder(holder);
	const who = pid === null ? "another process" : `process ${pid}`;
	const cure = pid === null ? "stop it" : `stop it (kill ${pid})`;
	return new WritError("home-in-use", `The database ${file} is in use by ${who}: ${cure}, use its server, or choose another WRIT_HOME`);
}

function readHolder(holder: string): number | null {
	try {
		const pid = Number(readFileSync(holder, "utf8"));
		return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
	} catch {
		return null;
	}
}

/**
 * Sees to it that a file is there and can be written; a new one can be read by its owner only, before anybody writes into it.
 * SECURITY: SQLite opens what it cannot write for reading, and then a lock on it locks nothing.
 */
export function claimFile(file: string): void {
	try {
		create(file);
		accessSync(file, constants.R_OK | constants.W_OK);
	} catch (error) {
		throw brokenStore(
			"store-unwritable",
			`The file ${file} cannot be written (${messageOf(error)}): check the folder and who may write there`,
			error,
		);
	}
}

function create(file: string): void {
	try {
		closeSync(openSync(file, "wx", 0o600));
	} catch (error) {
		if (errorCode(error) !== "EEXIST") throw error;
	}
}
