import { randomUUID } from "node:crypto";
import { lstatSync, readdirSync, renameSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { type OpenDirectory, openDirectory } from "./open-directory.ts";

/**
 * Removes whatever is at a path and below it; whether there was anything. Links are removed, never followed; directories
 * that nobody may enter and trees deeper than a path can tell go too.
 */
export function removeTree(path: string): boolean {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return false;
	if (!stats.isDirectory()) unlinkSync(path);
	else if (!removedAtOnce(path)) dismantle(path);
	return true;
}

/** The quick way, which stops at locked directories and at long paths. */
function removedAtOnce(path: string): boolean {
	try {
		rmSync(path, { recursive: true, force: true });
		return lstatSync(path, { throwIfNoEntry: false }) === undefined;
	} catch {
		return false;
	}
}

/** The thorough way: what lies deeper is lifted to the top, so that two directories are enough at any depth. */
function dismantle(path: string): void {
	const top = openDirectory(path, true);
	try {
		for (let entries = entriesOf(top); entries.length > 0; entries = entriesOf(top)) {
			for (const { name, directory } of entries) {
				if (directory) liftAll(top, name);
				else unlinkSync(top.at(name));
			}
		}
	} finally {
		top.close();
	}
	rmdirSync(path);
}

/** Empties a directory of the top by lifting its directories beside it, and removes it. */
function liftAll(top: OpenDirectory, name: Buffer): void {
	const held = openDirectory(top.at(name), true);
	try {
		for (const entry of entriesOf(held)) {
			if (!entry.directory) {
				unlinkSync(held.at(entry.name));
				continue;
			}
			// Its owner must be able to write a directory to give it another parent.
			openDirectory(held.at(entry.name), true).close();
			renameSync(held.at(entry.name), top.at(Buffer.from(randomUUID())));
		}
	} finally {
		held.close();
	}
	rmdirSync(top.at(name));
}

function entriesOf(directory: OpenDirectory): readonly { readonly name: Buffer; readonly directory: boolean }[] {
	return readdirSync(directory.path, { withFileTypes: true, encoding: "buffer" }).map((entry) => ({
		name: entry.name,
		directory: entry.isDirectory(),
	}));
}
