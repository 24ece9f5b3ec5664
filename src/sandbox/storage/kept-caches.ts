import { createHash } from "node:crypto";
import { existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CacheTool, canonicalJson } from "../../engine/index.ts";
import { openDirectory } from "./open-directory.ts";
import { removeTree } from "./remove-tree.ts";

/**
 * What each tool downloads, as folders of a home.
 * SECURITY: data only. What a tool would run or believe (programs, configuration, `init.d`, `_npx`, environments) is never kept, because a
 * run could leave code there for the next one.
 */
const FOLDERS: Readonly<Record<CacheTool, readonly string[]>> = {
	cargo: [".cargo/registry/index", ".cargo/registry/cache"],
	go: ["go/pkg/mod/cache/download"],
	gradle: [".gradle/caches/modules-2/files-2.1"],
	npm: [".npm/_cacache"],
	pip: [".cache/pip/http", ".cache/pip/http-v2", ".cache/pip/wheels"],
	uv: [".cache/uv/archive-v0", ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((version) => `.cache/uv/wheels-v${version}`)],
};

/** Everything that two runs must have in common to share a cache. */
export interface CacheOwner {
	/** Digest of what the writ grants. */
	readonly writ: string;
	readonly workspace: string;
	readonly uid: number;
	/** Names of secrets that the run was given. */
	readonly credentials: readonly string[];
}

/** A cache that is kept, as it is listed. */
export interface KeptCache {
	readonly id: string;
	readonly profile: string;
	readonly workspace: string;
	readonly uid: number;
	readonly tools: readonly CacheTool[];
	/** ISO 8601. */
	readonly used_at: string;
	readonly path: string;
}

/** What a run has taken of its cache. */
export interface TakenCaches {
	/** To be called when nothing of the sandbox is left: with `isClean` the folders are kept for the next run, otherwise they are not. */
	settle(isClean: boolean): void;
}

/** The run that takes a cache, and where it has its home. */
export interface CacheUse {
	readonly owner: CacheOwner;
	readonly profile: string;
	readonly tools: readonly CacheTool[];
	/** The scratch of the run. */
	readonly scratch: string;
	/** The home inside the scratch. */
	readonly home: string;
	readonly user: { readonly uid: number; readonly gid: number } | null;
}

/**
 * Takes the cache of a run out of the home of writ and into the home of the run, and brings it back when the run has ended well. A cache is
 * moved, never shared: what another run does meanwhile is not seen, and what a run that was stopped did to it goes with that run.
 */
export function takeCaches(home: string, use: CacheUse): TakenCaches {
	const id = cacheId(use.owner);
	const kept = join(cacheFolder(home), id);
	const taken = join(use.scratch, "taken");
	const hadOne = moved(kept, taken);
	if (hadOne) for (const folder of foldersOf(use.tools)) bringIn(taken, use, folder);
	return {
		settle(isClean) {
			// Most programs use none of it.
			if (!isClean || readdirSync(use.home).every((name) => name === ".gitconfig")) return;
			const back = join(use.scratch, "kept");
			const tools = use.tools.filter((tool) => FOLDERS[tool].filter((folder) => bringBack(use.home, back, folder)).length > 0);
			if (tools.length === 0) return;
			// One that began with nothing does not take the place of what another run has brought back meanwhile.
			if (existsSync(kept) && !hadOne) return;
			removeTree(kept);
			mkdirSync(cacheFolder(home), { recursive: true, mode: 0o700 });
			if (moved(back, kept)) writeNote(kept, { ...use.owner, profile: use.profile, tools, used_at: new Date().toISOString() });
		},
	};
}

/** The caches that are kept in a home. */
export function listCaches(home: string): readonly KeptCache[] {
	const folder = cacheFolder(home);
	if (!existsSync(folder)) return [];
	const ids = readdirSync(folder).filter((name) => ID.test(name));
	return ids.map((id) => ({ id, path: join(folder, id), ...readNote(join(folder, id)) }));
}

/** Removes a cache, or all of them; which ones there were. */
export function removeCaches(home: string, id: string | null): readonly string[] {
	const chosen = listCaches(home).filter((cache) => id === null || cache.id === id);
	for (const { path } of chosen) {
		removeTree(path);
		removeTree(noteFile(path));
	}
	return chosen.map((cache) => cache.id);
}

/** Removes the caches that nobody has used for a month. */
export function sweepCaches(home: string, now: number): number {
	const old = listCaches(home).filter(({ used_at }) => now - Date.parse(used_at) > LONGEST_UNUSED);
	return old.flatMap(({ id }) => removeCaches(home, id)).length;
}

const LONGEST_UNUSED = 30 * 24 * 3_600_000;
const ID = /^[0-9a-f]{32}$/;

function cacheFolder(home: string): string {
	return join(home, "caches");
}

/** SECURITY: the workspace by its inode too, so that another directory in its place does not find what was left for it. */
function cacheId({ writ, workspace, uid, credentials }: CacheOwner): string {
	const { dev, ino } = statSync(workspace, { bigint: true });
	const key = canonicalJson({ writ, workspace, device: `${dev}`, inode: `${ino}`, uid, credentials: credentials.toSorted() });
	return createHash("sha256").update(key).digest("hex").slice(0, 32);
}

function foldersOf(tools: readonly CacheTool[]): readonly string[] {
	return tools.flatMap((tool) => FOLDERS[tool]);
}

/** The home is new, and nobody runs in it yet. */
function bringIn(taken: string, { home, user }: CacheUse, folder: string): void {
	const source = join(taken, folder);
	if (!existsSync(source)) return;
	const target = join(home, folder);
	const made = mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
	for (let path = dirname(target); user !== null && made !== undefined && path.length >= made.length; path = dirname(path))
		lchownSync(path, user.uid, user.gid);
	moved(source, target);
}

/**
 * Moves a folder out of a home that a program has written; whether there was one.
 * SECURITY: each directory on the way is held and none is a link, or a program could have writ move a directory of the person's.
 */
function bringBack(home: string, back: string, folder: string): boolean {
	const parts = folder.split("/");
	const last = parts.pop() ?? "";
	let held: ReturnType<typeof openDirectory> | null = null;
	try {
		held = openDirectory(home, true);
		for (const part of parts) {
			const next = openDirectory(held.at(Buffer.from(part)), true);
			held.close();
			held = next;
		}
		const source = held.at(Buffer.from(last));
		// Its owner may have closed it, and then it cannot be moved.
		openDirectory(source, true).close();
		mkdirSync(join(back, ...parts), { recursive: true, mode: 0o700 });
		renameSync(source, join(back, folder));
		return lstatSync(join(back, folder)).isDirectory();
	} catch {
		// Not there, or nothing that is kept.
		return false;
	} finally {
		held?.close();
	}
}

/** Whether a directory was there and could be moved. */
function moved(from: string, to: string): boolean {
	try {
		renameSync(from, to);
		return true;
	} catch {
		return false;
	}
}

type CacheNote = Omit<KeptCache, "id" | "path">;

function noteFile(path: string): string {
	return `${path}.json`;
}

function writeNote(path: string, note: CacheOwner & CacheNote): void {
	writeFileSync(noteFile(path), `${JSON.stringify(note)}\n`, { mode: 0o600 });
}

/** What is known of a cache; one whose note was lost is as old as it is. */
function readNote(path: string): CacheNote {
	const unknown = { profile: "", workspace: "", uid: 0, tools: [], used_at: statSync(path).mtime.toISOString() };
	try {
		// Written here and by nobody else.
		return { ...unknown, ...(JSON.parse(readFileSync(noteFile(path), "utf8")) as CacheNote) };
	} catch {
		return unknown;
	}
}
