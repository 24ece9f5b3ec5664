import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { claimFile } from "./claim-file.ts";
import { onFile } from "./sqlite-failure.ts";

/** Keeps a whole copy beside the database, named after its schema, and gives back its name; an older copy of the same schema gives way. */
export function backUp(database: DatabaseSync, file: string, version: number): string {
	const copy = `${file}.schema-${version}.backup`;
	const unfinished = `${copy}.unfinished`;
	rmSync(unfinished, { force: true });
	// VACUUM INTO takes an empty file, and so the copy is private from the beginning.
	claimFile(unfinished);
	try {
		onFile(unfinished, () => database.prepare("VACUUM INTO ?").run(unfinished));
		flush(unfinished);
	} catch (error) {
		// It may be what fills the disk.
		rmSync(unfinished, { force: true });
		throw error;
	}
	renameSync(unfinished, copy);
	flush(dirname(copy));
	return copy;
}

function flush(path: string): void {
	const descriptor = openSync(path, "r");
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}
