import { readlinkSync, type Stats } from "node:fs";
import type { SymlinkMode } from "../../engine/index.ts";
import { realPath } from "../../platform/index.ts";
import { onDisk } from "../survey/byte-names.ts";
import { walkTree } from "../survey/walk-tree.ts";
import { findRepositories } from "./find-repositories.ts";

export type InventoryKind =
	| "git-operation"
	| "protected-name"
	| "set-id"
	| "device"
	| "socket"
	| "leaving-link"
	| "repository"
	| "unreadable"
	| "unscanned";

/** One thing in a workspace that an agent must not leave behind. */
export interface InventoryEntry {
	/** Relative to the workspace. */
	readonly path: string;
	readonly kind: InventoryKind;
	readonly directory: boolean;
	/** Changes when it is written, replaced or given other rights; a directory's does not change with what is in it. */
	readonly version: string;
}

export type Inventory = ReadonlyMap<string, InventoryEntry>;

export interface InventoryOptions {
	/** Real and absolute, on the host. */
	readonly workspace: string;
	/** Where the workspace is inside, when that is another path: links were made there. */
	readonly mountedAt: string;
	/** Whether the writ protects a path (absolute, on the host), itself or as something below (`deniedPaths`). */
	readonly isProtected: (path: string) => boolean;
	readonly allowSymlinks: SymlinkMode;
	/** Directories that the agent closed are opened first, so that nothing in them is missed. */
	readonly unlock?: boolean;
}

/** Lists what a scan looks for; taken before the agent starts and after it has ended. */
export async function takeInventory(options: InventoryOptions): Promise<Inventory> {
	const found = new Map<string, InventoryEntry>();
	const add = (path: string, kind: InventoryKind, stats?: Stats): void => {
		found.set(path, { path, kind, directory: stats?.isDirectory() ?? true, version: stats === undefined ? "" : versionOf(stats) });
	};
	const repositories = findRepositories();
	const visit: Parameters<typeof walkTree>[1] = ({ path, stats }) => {
		if (path === "") return true;
		repositories.see(path);
		const kind = specialKind(stats) ?? protectedKind(path, stats, options) ?? linkKind(path, stats, options);
		if (kind !== null) add(path, kind, stats);
		return true;
	};
	const unreadable = await walkTree(options.workspace, visit, { unlock: options.unlock === true });
	for (const { path, stats } of repositories.trusted(options.workspace)) if (!found.has(path)) add(path, "repository", stats);
	for (const path of unreadable) if (!found.has(path)) add(path, "unreadable");
	return found;
}

function protectedKind(path: string, stats: Stats, { workspace, isProtected }: InventoryOptions): InventoryKind | null {
	// A file of this name sends git to any directory for its configuration.
	const sendsGit = /(^|\/)\.git$/i.test(path) && !stats.isDirectory();
	if (sendsGit || isProtected(`${workspace}/${path}`)) return "protected-name";
	return GIT_OPERATION.test(path) ? "git-operation" : null;
}

/** What is left of an operation that waits to go on. SECURITY: a list of things to do names programs, which `--continue` then runs. */
const GIT_OPERATION = /(^|\/)\.git\/(?:rebase-merge|sequencer|rebase-apply)\/(?:git-rebase-todo|todo|next)$/i;

const SET_ID = 0o6000;

function specialKind(stats: Stats): InventoryKind | null {
	if (stats.isBlockDevice() || stats.isCharacterDevice()) return "device";
	if (stats.isSocket()) return "socket";
	return stats.isFile() && (stats.mode & SET_ID) !== 0 ? "set-id" : null;
}

/** A link that leaves the workspace, when links are not allowed; `/usr` is the same inside and outside. */
function linkKind(path: string, stats: Stats, { workspace, mountedAt, allowSymlinks }: InventoryOptions): InventoryKind | null {
	if (!stats.isSymbolicLink() || allowSymlinks !== false) return null;
	const reached = reachedBy(path, workspace, mountedAt);
	const isInside = [workspace, "/usr"].some((place) => reached === place || reached?.startsWith(`${place}/`));
	return isInside ? null : "leaving-link";
}

function reachedBy(path: string, workspace: string, mountedAt: string): string | null {
	const target = readlink(`${workspace}/${path}`);
	const isMounted = target !== null && (target === mountedAt || target.startsWith(`${mountedAt}/`));
	const resolution = realPath(isMounted ? workspace + target.slice(mountedAt.length) : `${workspace}/${path}`, workspace);
	return resolution.ok ? resolution.real : null;
}

function readlink(path: string): string | null {
	try {
		return readlinkSync(onDisk(path));
	} catch {
		return null;
	}
}

function versionOf(stats: Stats): string {
	const identity = `${stats.dev}:${stats.ino}:${stats.mode}`;
	return stats.isDirectory() ? identity : `${identity}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
}
