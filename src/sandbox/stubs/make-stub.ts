import {
	closeSync,
	lchownSync,
	linkSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readlinkSync,
	rmdirSync,
	rmSync,
	statSync,
	unlinkSync,
} from "node:fs";
import { createServer } from "node:net";
import { basename, dirname } from "node:path";
import { errorCode, WritError } from "../../platform/index.ts";
import { openDirectory } from "../storage/open-directory.ts";
import type { Stub } from "./stub-holders.ts";

/** What became of a stub: it was made, something empty of its kind or something else was there, or it cannot be made. */
export type StubFound = "made" | "empty" | "filled" | { readonly code: string };

/** Finds the directory in which a path lies, and holds it. */
export type StubFolders = (path: string) => StubFolder;

interface StubFolder {
	readonly at: (name: Buffer) => Buffer;
	readonly owner: { readonly uid: number; readonly gid: number };
	readonly close: () => void;
}

/** Does something with stubs while the directories in which they lie are held: many lie in one, and each is looked up once. */
export function inStubFolders<Value>(work: (folders: StubFolders) => Value): Value {
	const held = new Map<string, StubFolder>();
	const find = (path: string): StubFolder => {
		const folder = held.get(dirname(path)) ?? openFolder(dirname(path));
		held.set(dirname(path), folder);
		return folder;
	};
	try {
		return work(find);
	} finally {
		for (const { close } of held.values()) close();
	}
}

/** Under this name and its process a stub is made before it gets its own. */
const DRAFT = ".writ-stub-";

/** Whether a name is that of a stub which some run is making at this moment. */
export function isStubDraft(path: string): boolean {
	const name = basename(path);
	return name.startsWith(DRAFT) && /^\d+$/.test(name.slice(DRAFT.length));
}

/** Makes an empty directory or something that is no directory and holds nothing, where nothing is. */
export function makeStub({ path, file }: Stub, folders: StubFolders): StubFound {
	try {
		const { at, owner } = folders(path);
		const entry = at(Buffer.from(basename(path)));
		try {
			if (!file) mkdirSync(entry, { mode: 0o755 });
			else if (path.includes("/.git/") || !makeSocket(entry, at(Buffer.from(`${DRAFT}${process.pid}`))))
				closeSync(openSync(entry, "wx", 0o644));
		} catch (error) {
			if (errorCode(error) !== "EEXIST") throw error;
			return (file ? isEmptyFile(entry) : isEmptyDirectory(entry)) ? "empty" : "filled";
		}
		// So that after a crash the owner of the workspace can remove it.
		if (process.geteuid?.() === 0) lchownSync(entry, owner.uid, owner.gid);
		return "made";
	} catch (error) {
		return { code: errorCode(error) };
	}
}

/** Removes a stub that is still empty; `kept` when somebody put something there. */
export function removeStub({ path, file }: Stub, folders: StubFolders): "removed" | "gone" | "kept" {
	try {
		const entry = folders(path).at(Buffer.from(basename(path)));
		if (!file) rmdirSync(entry);
		else if (!isEmptyFile(entry)) return "kept";
		else unlinkSync(entry);
		return "removed";
	} catch (error) {
		return errorCode(error) === "ENOENT" ? "gone" : "kept";
	}
}

/** SECURITY: another agent may write here, so an entry is reached from a directory that is held and is where it should be. */
function openFolder(path: string): StubFolder {
	const { at, path: own, close } = openDirectory(path, false);
	try {
		if (readlinkSync(own) !== path) throw new WritError("path-symlink", `${path} is reached through a link`);
		return { at, owner: statSync(own), close };
	} catch (error) {
		close();
		throw error;
	}
}

/**
 * Makes a socket that nobody listens at, and says whether it is there. Of all kinds of names it is the one that git, tar, grep and whatever
 * packs files pass by, while nobody waits for it as for a pipe: opening it fails at once. A file system without sockets gets a file.
 */
function makeSocket(entry: Buffer, draft: Buffer): boolean {
	const server = createServer();
	// Told on a later turn; what counts is what is there now.
	server.on("error", () => undefined);
	try {
		server.listen(draft.toString());
		if (lstatSync(draft, { throwIfNoEntry: false })?.isSocket() !== true) return false;
		linkSync(draft, entry);
		return true;
	} catch (error) {
		if (errorCode(error) === "EEXIST") throw error;
		return false;
	} finally {
		// Takes the draft away, and the name that was linked to it stays.
		server.close();
		rmSync(draft, { force: true });
	}
}

function isEmptyFile(entry: Buffer): boolean {
	const stats = lstatSync(entry);
	return (stats.isFile() || stats.isSocket()) && stats.size === 0;
}

function isEmptyDirectory(entry: Buffer): boolean {
	return lstatSync(entry).isDirectory() && readdirSync(entry).length === 0;
}
