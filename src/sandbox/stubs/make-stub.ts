import { chownSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync, readlinkSync, rmdirSync, statSync, unlinkSync } from "node:fs";
import { basename, dirname } from "node:path";
import { errorCode, WritError } from "../../platform/index.ts";
import { openDirectory } from "../storage/open-directory.ts";
import type { Stub } from "./stub-holders.ts";

/** What became of a stub: it was made, something empty of its kind or something else was there, or it cannot be made. */
export type StubFound = "made" | "empty" | "filled" | { readonly code: string };

/** Makes an empty directory or file where nothing is. */
export function makeStub({ path, file }: Stub): StubFound {
	try {
		return below(path, (entry, owner) => {
			try {
				if (file) closeSync(openSync(entry, "wx", 0o644));
				else mkdirSync(entry, { mode: 0o755 });
			} catch (error) {
				if (errorCode(error) !== "EEXIST") throw error;
				return (file ? isEmptyFile(entry) : isEmptyDirectory(entry)) ? "empty" : "filled";
			}
			// So that after a crash whoever owns the workspace can remove it.
			if (process.geteuid?.() === 0) chownSync(entry, owner.uid, owner.gid);
			return "made";
		});
	} catch (error) {
		return { code: errorCode(error) };
	}
}

/** Removes a stub that is still empty; `kept` when somebody put something there. */
export function removeStub({ path, file }: Stub): "removed" | "gone" | "kept" {
	try {
		return below(path, (entry) => {
			if (!file) rmdirSync(entry);
			else if (!isEmptyFile(entry)) return "kept";
			else unlinkSync(entry);
			return "removed";
		});
	} catch (error) {
		return errorCode(error) === "ENOENT" ? "gone" : "kept";
	}
}

/** SECURITY: another agent may write here, so the entry is reached from a directory that is held and is where it should be. */
function below<Value>(path: string, work: (entry: Buffer, owner: { readonly uid: number; readonly gid: number }) => Value): Value {
	const folder = openDirectory(dirname(path), false);
	try {
		if (readlinkSync(folder.path) !== dirname(path)) throw new WritError("path-symlink", `${path} is reached through a link`);
		return work(folder.at(Buffer.from(basename(path))), statSync(folder.path));
	} finally {
		folder.close();
	}
}

function isEmptyFile(entry: Buffer): boolean {
	const stats = lstatSync(entry);
	return stats.isFile() && stats.size === 0;
}

function isEmptyDirectory(entry: Buffer): boolean {
	return lstatSync(entry).isDirectory() && readdirSync(entry).length === 0;
}
