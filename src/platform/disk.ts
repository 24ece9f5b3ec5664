import { lstatSync, readdirSync } from "node:fs";
import type { DirectoryListing, Disk, List } from "../engine/index.ts";
import { rememberListings } from "./memory.ts";
import { realPath } from "./real-path.ts";
import { errorCode } from "./writ-error.ts";

/** A directory with more entries is unknown: looking at each of them would take longer than a decision may. */
const MOST_ENTRIES = 20_000;
/** Most file systems tell by the size of a directory what reading it costs; so it need not be read to be refused. */
const MOST_BYTES = 4 * 1024 * 1024;

/** What a directory of this disk holds now, by its real path; the last component is not followed if it is a link. */
export const listDirectory: List = (directory) => {
	try {
		const stats = lstatSync(directory, { throwIfNoEntry: false });
		if (stats === undefined) return missing(directory);
		if (stats.isSymbolicLink()) return unknown(`'${directory}' is a link`);
		if (!stats.isDirectory()) return missing(directory);
		if (stats.size > MOST_BYTES) return tooMany(directory);
		return read(directory);
	} catch (error) {
		const code = errorCode(error);
		return code === "ENOENT" || code === "ENOTDIR" ? missing(directory) : unknown(`'${directory}' cannot be listed (${code})`);
	}
};

function read(directory: string): DirectoryListing {
	const files: string[] = [];
	const directories: string[] = [];
	const links: string[] = [];
	const entries = readdirSync(directory, { withFileTypes: true });
	if (entries.length > MOST_ENTRIES) return tooMany(directory);
	for (const entry of entries) {
		if (entry.isDirectory()) directories.push(entry.name);
		else if (entry.isSymbolicLink()) links.push(entry.name);
		else files.push(entry.name);
	}
	return { ok: true, files, directories, links };
}

function missing(directory: string): DirectoryListing {
	return { ok: false, why: "missing", message: `there is no directory '${directory}'` };
}

function tooMany(directory: string): DirectoryListing {
	return unknown(`'${directory}' holds more than ${MOST_ENTRIES.toLocaleString("en")} entries`);
}

function unknown(message: string): DirectoryListing {
	return { ok: false, why: "unknown", message };
}

/** This disk, as the engine sees it. */
export const realDisk: Disk = { resolve: realPath, list: rememberListings(listDirectory) };
