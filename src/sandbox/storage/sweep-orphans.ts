import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { ownerIsRunning } from "./process-owner.ts";
import { removeTree } from "./remove-tree.ts";
import { draftFile, lentFile, noteFile, readNote } from "./sandbox-note.ts";

/** Who decides what is still needed, and what time it is. */
export interface SweepOptions {
	/** A living agent, or a session, has this directory; such a one is never an orphan. */
	readonly isOwned: (directory: string) => boolean;
	readonly now: number;
}

const DAY = 24 * 3_600_000;
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Removes what nobody owns any more from the folders of agents and sessions, and tells what it was. */
export function sweepOrphans(folders: readonly string[], { isOwned, now }: SweepOptions): readonly string[] {
	const directories = folders.flatMap(directoriesIn);
	// A draft becomes a note in the same turn, and a home has one server: what is still there was left by a crash.
	for (const directory of folders.flatMap((folder) => namedIn(folder, "json.new"))) rmSync(draftFile(directory), { force: true });
	const orphans = directories.filter((directory) => !isOwned(directory) && isOrphan(directory, now));
	return orphans.filter(removed);
}

/** One that cannot be removed must not keep the others, or a server's start, from going on. */
function removed(directory: string): boolean {
	try {
		const existed = removeTree(directory);
		// The note goes last: after a crash in between the next sweep comes here again.
		rmSync(lentFile(directory), { force: true });
		rmSync(noteFile(directory), { force: true });
		return existed;
	} catch {
		return false;
	}
}

/** Whether the owner of a directory is dead; one without a note was perhaps not made by us, or is being made. */
export function isOrphan(directory: string, now: number): boolean {
	const note = readNote(directory);
	return note === undefined ? isOlderThanDay(directory, now) : !ownerIsRunning(note);
}

/** Whether a directory, or the note that is left of it, is more than a day old. */
export function isOlderThanDay(directory: string, now: number): boolean {
	const stats = statSync(directory, { throwIfNoEntry: false }) ?? statSync(noteFile(directory), { throwIfNoEntry: false });
	return stats !== undefined && now - stats.mtimeMs > DAY;
}

/** The directories of a folder by their names and by their notes: a crash may have left either alone. */
export function directoriesIn(folder: string): readonly string[] {
	if (!existsSync(folder)) return [];
	const names = readdirSync(folder).map((name) => name.replace(/\.(json(\.new)?|lent)$/, ""));
	return [...new Set(names)].filter((name) => UUID.test(name)).map((name) => join(folder, name));
}

/** The directories of a folder that another process watches over. */
export function lentIn(folder: string): readonly string[] {
	return namedIn(folder, "lent");
}

function namedIn(folder: string, ending: string): readonly string[] {
	const names = readdirSync(folder).flatMap((name) => (name.endsWith(`.${ending}`) ? name.slice(0, -ending.length - 1) : []));
	return names.filter((name) => UUID.test(name)).map((name) => join(folder, name));
}
