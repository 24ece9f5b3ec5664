import { lstatSync, readdirSync, type Stats } from "node:fs";
import { onDisk } from "../survey/byte-names.ts";

/** Something that makes a directory a repository, or that git trusts in one. */
export interface Trusted {
	/** Relative to the tree. */
	readonly path: string;
	/** Absent where it only matters that the file exists: git itself rewrites it. */
	readonly stats?: Stats;
}

/** Looks for directories that git takes for a repository without a `.git`, while a tree is walked. */
export interface RepositorySearch {
	see(path: string): void;
	/** Of each that was seen: its `HEAD`, its configuration and its hooks. */
	trusted(root: string): readonly Trusted[];
}

/** What git looks for; `commondir` says that the other two are elsewhere. */
const MARKS: ReadonlySet<string> = new Set(["HEAD", "objects", "refs", "commondir"]);
/** `hooks` only where it is a link or a file; of the directory each hook counts. */
const CONFIGURATION = ["config", "config.worktree", "commondir", "hooks"];

/**
 * SECURITY: `git status` in a bare repository runs what its configuration names (`core.fsmonitor`), wherever somebody puts one. What lies
 * in a `.git` has protected names already.
 */
export function findRepositories(): RepositorySearch {
	const marks = new Map<string, Set<string>>();
	return {
		see(path) {
			const slash = path.lastIndexOf("/");
			const name = path.slice(slash + 1);
			if (!MARKS.has(name)) return;
			const folder = slash < 0 ? "" : path.slice(0, slash);
			marks.set(folder, (marks.get(folder) ?? new Set()).add(name));
		},
		trusted: (root) => [...marks].flatMap(([folder, names]) => (isRepository(folder, names) ? trustedIn(root, folder) : [])),
	};
}

function isRepository(folder: string, names: ReadonlySet<string>): boolean {
	const isShaped = names.has("HEAD") && (names.has("commondir") || (names.has("objects") && names.has("refs")));
	return isShaped && !folder.split("/").includes(".git");
}

function trustedIn(root: string, folder: string): readonly Trusted[] {
	const at = (name: string): string => (folder === "" ? name : `${folder}/${name}`);
	const paths = [...CONFIGURATION, ...namesIn(`${root}/${at("hooks")}`).map((name) => `hooks/${name}`)].map(at);
	const present = paths.flatMap((path): readonly Trusted[] => {
		const stats = lstatSync(onDisk(`${root}/${path}`), { throwIfNoEntry: false });
		return stats === undefined || stats.isDirectory() ? [] : [{ path, stats }];
	});
	return [{ path: at("HEAD") }, ...present];
}

/** Samples do nothing. */
function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(onDisk(folder)).filter((name) => !name.endsWith(".sample"));
	} catch {
		return [];
	}
}
