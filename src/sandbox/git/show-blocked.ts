import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync } from "node:fs";
import { isWithin } from "../plan/paths.ts";
import type { BlockedPath, FoundPath } from "../plan/plan-facts.ts";
import type { Mask, ShownInstead } from "../plan/sandbox-plan.ts";
import { onDisk, shownPath } from "../survey/byte-names.ts";
import { listFiles } from "../survey/walk-tree.ts";
import { type CommittedFiles, openCommittedFiles, readBlob } from "./committed-files.ts";
import { filterNpmSettings } from "./filter-npm-settings.ts";
import { MOST_OBJECT_BYTES } from "./git-objects.ts";

/** What becomes of blocked paths inside. */
export interface BlockedView {
	/** Covered, each with what is seen in its place. */
	readonly blocked: readonly BlockedPath[];
	/** Files that are seen as they are: the repository's objects hold every byte of them. */
	readonly exposed: readonly string[];
	/** Files of repositories that could not be read. */
	readonly unread: readonly string[];
}

/** A tree that is mounted, on the host. */
interface ShownTree {
	readonly source: string;
	/** Whether something in it is seen inside. */
	readonly isShown: (path: string) => boolean;
}

/**
 * Decides what is seen of blocked paths. A file that git tracks is in the repository's objects, which git needs: where its bytes are the
 * committed ones nothing is gained by hiding it, and otherwise the committed ones stand in its place. All else is empty.
 */
export function showBlocked(found: readonly FoundPath[], trees: readonly ShownTree[]): BlockedView {
	const repositories = openRepositories(trees);
	const exposed: string[] = [];
	const unread: string[] = [];
	const view = (one: FoundPath): readonly BlockedPath[] => {
		const tracked = repositories.find(one.path);
		if (tracked === "unread") unread.push(shownPath(one.path));
		if (tracked === null || tracked === "unread") return [one.file ? { ...one, shows: instead(one.path) } : one];
		if (tracked.entry.kind === "directory") {
			// A directory that only git's files are seen of would be no place for git to work in.
			const files = one.file ? null : listFiles(one.path, MOST_FILES);
			return files === null ? [one] : files.flatMap((path) => view({ path, file: true }));
		}
		const { blob, executable, content } = tracked.entry;
		const committed = one.file ? content() : null;
		if (committed === null) {
			unread.push(shownPath(one.path));
			return [{ ...one, ...(one.file ? { shows: EMPTY } : {}) }];
		}
		if (readPlain(one.path)?.equals(committed) === true) {
			exposed.push(one.path);
			return [];
		}
		return [{ ...one, shows: { as: "committed", repository: tracked.repository, blob, executable } }];
	};
	try {
		return { blocked: found.flatMap(view), exposed, unread };
	} finally {
		repositories.close();
	}
}

/** The content that stands in place of a file that is covered, read when the sandbox is built: a plan holds none. */
export function contentInstead({ source, shows }: Mask): { readonly bytes: Uint8Array; readonly executable: boolean } | null {
	if (shows === undefined) return null;
	switch (shows.as) {
		case "empty":
			return NOTHING;
		case "settings":
			return { bytes: Buffer.from(filterNpmSettings(readPlain(source)?.toString("utf8") ?? "")), executable: false };
		case "committed": {
			const bytes = readBlob({ path: shows.repository, isShown: () => true }, shows.blob);
			return bytes === null ? NOTHING : { bytes, executable: shows.executable };
		}
	}
}

const NOTHING = { bytes: new Uint8Array(), executable: false };
const EMPTY: ShownInstead = { as: "empty" };
const MOST_FILES = 200;

/** Settings of a package manager that are no secrets are seen, since builds go elsewhere without them. */
function instead(path: string): ShownInstead {
	return path.endsWith("/.npmrc") ? { as: "settings" } : EMPTY;
}

interface Repositories {
	/** What the innermost repository that is seen holds of a path; `null` when none tracks it. */
	find(path: string): Tracked | null | "unread";
	close(): void;
}

interface Tracked {
	/** Its git directory. */
	readonly repository: string;
	readonly entry: Exclude<ReturnType<CommittedFiles["find"]>, string>;
}

function openRepositories(trees: readonly ShownTree[]): Repositories {
	const opened = new Map<string, CommittedFiles | null>();
	const open = (git: string, { isShown }: ShownTree): CommittedFiles | null => {
		const files = opened.has(git) ? (opened.get(git) ?? null) : openCommittedFiles({ path: git, isShown });
		opened.set(git, files);
		return files;
	};
	return {
		find(path) {
			const tree = trees.find(({ source }) => isWithin(path, source));
			const root = tree === undefined ? null : repositoryAbove(path, tree.source);
			if (tree === undefined || root === null) return null;
			const files = open(`${root}/.git`, tree);
			const entry = files?.find(Buffer.from(onDisk(path.slice(root.length + 1)))) ?? "unread";
			if (entry === "none" || entry === "unread") return entry === "none" ? null : entry;
			return { repository: `${root}/.git`, entry };
		},
		close() {
			for (const files of opened.values()) files?.close();
		},
	};
}

/** The directory of the innermost repository, which is seen inside only when it lies in the same tree. A link is none. */
function repositoryAbove(path: string, top: string): string | null {
	for (let at = path.slice(0, path.lastIndexOf("/")); isWithin(at, top) && at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
		if (path === `${at}/.git` || isWithin(path, `${at}/.git`)) return null;
		const stats = lstatSync(onDisk(`${at}/.git`), { throwIfNoEntry: false });
		if (stats !== undefined) return stats.isDirectory() ? at : null;
	}
	return null;
}

/** SECURITY: no link is followed, no pipe is waited for, and nothing is read that has no end. */
function readPlain(path: string): Buffer | null {
	let descriptor: number;
	try {
		descriptor = openSync(onDisk(path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch {
		return null;
	}
	try {
		const stats = fstatSync(descriptor);
		const isThere = readlinkSync(`/proc/self/fd/${descriptor}`, { encoding: "buffer" }).equals(Buffer.from(onDisk(path)));
		return stats.isFile() && stats.size <= MOST_OBJECT_BYTES && isThere ? readFileSync(descriptor) : null;
	} catch {
		return null;
	} finally {
		closeSync(descriptor);
	}
}
