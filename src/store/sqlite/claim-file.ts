import { accessSync, closeSync, constants, openSync } from "node:fs";
import { errorCode } from "../../platform/index.ts";
import { brokenStore, messageOf } from "../broken-store.ts";

/**
 * Sees to it that a file is there and can be written; a new one can be read by its owner only, before anybody writes into it.
 * SECURITY: SQLite opens what it cannot write for reading, and then a lock on it is none.
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
