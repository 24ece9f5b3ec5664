import { chmodSync, realpathSync, type Stats, statSync } from "node:fs";
import { errorCode, WritError } from "../platform/index.ts";

const OTHERS_WRITE = 0o022;
const OTHERS = 0o077;

/**
 * Refuses a home that other users can write into, and warns of one that they can look into.
 * SECURITY: they could put definitions and a database of theirs there. It is not closed by itself: what was put there would stay,
 * and a folder that is a home by mistake (`--home /tmp`) is everybody's.
 */
export function guardHome(home: string, log: (line: string) => void = () => undefined): void {
	const stats = statsOf(home);
	if (stats === null || (stats.mode & OTHERS) === 0) return;
	if ((stats.mode & OTHERS_WRITE) !== 0)
		throw new WritError(
			"home-open",
			`Other users can write into the home ${home} (mode ${modeText(stats)}): look at what is in it, chmod 700 it, or choose another one with --home`,
		);
	log(`warning: other users can look into the home ${home} (mode ${modeText(stats)}): chmod 700 it`);
}

/** Closes the files of a database to other users, and says so; only when it is open, and so known to be one. */
export function closeDatabaseFiles(database: string, log: (line: string) => void): void {
	if (/^(:memory:$|postgres(ql)?:\/\/)/i.test(database)) return;
	for (const ending of ["", "-wal", "-shm"]) closeFile(`${database}${ending}`, log);
}

function closeFile(file: string, log: (line: string) => void): void {
	const stats = statsOf(file);
	if (stats === null || !stats.isFile() || (stats.mode & OTHERS) === 0) return;
	const verb = (stats.mode & OTHERS_WRITE) === 0 ? "read" : "change";
	try {
		// By name: closing a descriptor of a database would give up the locks that SQLite holds on it.
		chmodSync(realpathSync(file), 0o600);
	} catch (error) {
		throw new WritError(
			"database-open",
			`Other users can ${verb} ${file}, and it cannot be closed to them (${errorCode(error)}): chmod 600 it`,
		);
	}
	log(
		`warning: other users could ${verb} ${file} (mode ${modeText(stats)}); it is now 600. writ audit verify shows whether records were changed`,
	);
}

function statsOf(path: string): Stats | null {
	try {
		return statSync(path);
	} catch (error) {
		if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return null;
		throw error;
	}
}

function modeText({ mode }: Stats): string {
	return (mode & 0o777).toString(8);
}
