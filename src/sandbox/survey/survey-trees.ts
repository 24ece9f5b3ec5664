import { accessSync, constants, lstatSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import type { Writ } from "../../engine/index.ts";
import { deniedPaths } from "../plan/path-lists.ts";
import { isWithin, moved, pathAndAbove } from "../plan/paths.ts";
import type { FoundPath, FoundPaths } from "../plan/plan-facts.ts";
import type { Mount } from "../plan/sandbox-plan.ts";
import { isStubDraft } from "../stubs/make-stub.ts";
import { onDisk } from "./byte-names.ts";
import { gitTrusts, innerRepositories } from "./git-trusts.ts";
import { walkTree } from "./walk-tree.ts";

/** What a walk found, with every file that has a name outside. */
export interface Survey extends FoundPaths {
	readonly linkedFiles: readonly string[];
	/** Directories that this process cannot read, and that the program could enter or open. */
	readonly closed: readonly string[];
}

/** A plan's bind of a directory. */
type Tree = Mount & { readonly source: string };

/**
 * Walks the trees that a first plan mounts, and finds what the second one covers: blocked and protected paths, sockets, and
 * files whose other names lie outside of what may be written. Links are not followed and not told.
 */
export async function surveyTrees(mounts: readonly Mount[], writ: Writ, home: string): Promise<Survey> {
	const trees = mounts.filter(isTree);
	const isBlocked = deniedPaths(writ.terms.filesystem.blocked_paths, writ, home);
	// Names that are protected anywhere are covered at the roots, and caught at the exit deeper down: a bind over each of them
	// would keep package managers from replacing their trees.
	const named = writ.terms.filesystem.protected_paths.filter((entry) => !entry.startsWith("/**"));
	const isProtected = deniedPaths(named, writ, home);
	const blocked: FoundPath[] = [];
	const guarded: FoundPath[] = [];
	const sockets: string[] = [];
	const closed: string[] = [];
	const names = new LinkedNames();
	for (const tree of trees.filter((one) => !trees.some((other) => other !== one && isBelow(one, other)))) {
		const unreadable = await walkTree(tree.source, ({ path: relative, stats }) => {
			if (relative === "" || stats.isSymbolicLink()) return relative === "";
			const path = `${tree.source}/${relative}`;
			const target = moved(path, tree.source, tree.target);
			const found = { path, file: !stats.isDirectory() };
			if (isBlocked(path, target)) return keep(blocked, found);
			// INVARIANT: what another run is just making is gone before this one starts, and a mask over it would make it again.
			if (stats.isSocket() && !isStubDraft(path)) sockets.push(path);
			const writable = deepest(trees, path);
			if (writable === undefined) return true;
			if (isProtected(path, target)) guarded.push(found);
			if (stats.isFile() && stats.nlink > 1) names.add(writable.source, path, stats);
			return true;
		});
		closed.push(...unreadable.map((path) => `${tree.source}/${path}`).filter(couldBeOpened));
	}
	const writable = trees.filter((tree) => tree.writable);
	const inner = writable.map(({ source }) => innerRepositories(source));
	const configured = writable.flatMap(({ source }) => gitTrusts(source).map((one) => ({ ...one, root: source })));
	const trusted = [...configured.map(({ path, file }) => ({ path, file })), ...inner.flatMap((one) => one.trusted)];
	const pins = [...new Set([...configured.flatMap(directoriesAbove), ...inner.flatMap((one) => one.pins)])];
	return { blocked, protected: guarded, trusted, pins, sockets, closed, ...names.reachingOutside() };
}

/** SECURITY: a directory that could be renamed would take what is covered in it along, and leave its place free (`attack-git-programs`). */
function directoriesAbove({ path, root }: { readonly path: string; readonly root: string }): readonly string[] {
	const above = [...pathAndAbove(dirname(path))].filter((one) => one !== root && isWithin(one, root)).toReversed();
	return above.filter((one) => statsOf(one)?.isDirectory() === true);
}

/** Files with several names, counted over everything that may be written. */
class LinkedNames {
	readonly #files = new Map<string, { readonly names: Map<string, string>; readonly links: number }>();

	add(root: string, path: string, { dev, ino, nlink }: Stats): void {
		const key = `${dev}:${ino}`;
		const file = this.#files.get(key) ?? { names: new Map(), links: nlink };
		file.names.set(path, root);
		this.#files.set(key, file);
	}

	/** The files that have a name elsewhere, and the top-most directories below the roots that hold one; at a root the file itself. */
	reachingOutside(): Pick<Survey, "linked" | "linkedFiles"> {
		const tops = new Map<string, FoundPath>();
		const files: string[] = [];
		for (const { names, links } of this.#files.values()) {
			if (names.size >= links) continue;
			for (const [path, root] of names) {
				const [first = "", ...deeper] = path.slice(root.length + 1).split("/");
				tops.set(`${root}/${first}`, { path: `${root}/${first}`, file: deeper.length === 0 });
				files.push(path);
			}
		}
		return { linked: [...tops.values()], linkedFiles: files.toSorted() };
	}
}

/** SECURITY: a name can be reached in a directory that can be entered and not read, and an owner can give rights to itself. */
function couldBeOpened(path: string): boolean {
	const own = process.geteuid?.();
	const stats = statsOf(path);
	// What holds it can be read and not entered.
	if (stats === undefined) return statsOf(dirname(path))?.uid === own;
	return stats.uid === own || isEntered(path);
}

function statsOf(path: string): Stats | undefined {
	try {
		return lstatSync(onDisk(path));
	} catch {
		return undefined;
	}
}

function isEntered(path: string): boolean {
	try {
		accessSync(onDisk(path), constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

function keep(list: FoundPath[], found: FoundPath): false {
	list.push(found);
	return false;
}

function isTree(mount: Mount): mount is Tree {
	return mount.source !== null && mount.file !== true;
}

/** The same tree twice is walked once for each place where it is seen. */
function isBelow(one: Tree, other: Tree): boolean {
	return one.target !== other.target && isWithin(one.target, other.target) && moved(one.target, other.target, other.source) === one.source;
}

/** The narrowest writable tree that holds a path. */
function deepest(trees: readonly Tree[], path: string): Tree | undefined {
	return trees.findLast((tree) => tree.writable && isWithin(path, tree.source));
}
