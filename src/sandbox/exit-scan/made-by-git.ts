import { lstatSync, readdirSync } from "node:fs";
import { readRegularFile } from "../../platform/index.ts";
import { onDisk } from "../survey/byte-names.ts";

/**
 * Whether something new in the repository of a tree is what git itself makes of a clone, a submodule or a linked worktree, and nothing
 * more: configuration of a few plain keys, hooks that are samples, pointers that lead to the repository itself.
 * SECURITY: everything else in these places decides what the next `git status` of a person runs.
 */
export function isMadeByGit(tree: string, path: string): boolean {
	const at = `${tree}/${path}`;
	if (/^\.git\/(?:modules\/.+\/)?hooks$/.test(path)) return isSamples(at);
	if (/^\.git\/(?:modules\/.+\/)?config$/.test(path)) return isPlainConfiguration(at, tree, path !== ".git/config");
	if (path === ".git/worktrees") return namesIn(at)?.every((name) => isLinkedWorktree(`${at}/${name}`, tree)) ?? false;
	if (path.endsWith("/.git")) return isPointerBack(at, tree);
	return /^\.git\/worktrees\/[^/]+$/.test(path) && isLinkedWorktree(at, tree);
}

function isSamples(path: string): boolean {
	return namesIn(path)?.every((name) => name.endsWith(".sample")) ?? false;
}

const NOT_FOR_WORKTREES: ReadonlySet<string> = new Set(["config", "config.worktree", "hooks", "modules", "objects"]);

function isLinkedWorktree(path: string, tree: string): boolean {
	const names = namesIn(path);
	if (names === null || names.some((name) => NOT_FOR_WORKTREES.has(name))) return false;
	return textOf(`${path}/commondir`, tree) === "../..\n";
}

/** The `.git` of a linked worktree, which leads to its own folder in this repository. */
function isPointerBack(path: string, tree: string): boolean {
	const [, folder] = /^gitdir: (.+)\n$/.exec(textOf(path, tree) ?? "") ?? [];
	const name = folder?.startsWith(`${tree}/.git/worktrees/`) === true ? folder.slice(`${tree}/.git/worktrees/`.length) : "";
	return /^[\w.-]+$/.test(name) && name !== ".." && isLinkedWorktree(`${tree}/.git/worktrees/${name}`, tree);
}

/** What `git clone`, `git init`, `git submodule` and `git switch` write. */
const PLAIN_KEYS: Readonly<Record<string, ReadonlySet<string>>> = {
	core: new Set(["repositoryformatversion", "filemode", "bare", "logallrefupdates", "ignorecase", "precomposeunicode", "symlinks"]),
	remote: new Set(["url", "fetch", "tagopt", "promisor", "partialclonefilter"]),
	branch: new Set(["remote", "merge", "rebase"]),
	submodule: new Set(["url", "active"]),
	extensions: new Set(["objectformat", "partialclone"]),
};

/** INVARIANT: a line that is not understood is not plain, so that nothing depends on reading exactly as git does. */
function isPlainConfiguration(path: string, tree: string, isInner: boolean): boolean {
	const text = textOf(path, tree);
	if (text === null) return false;
	let section = "";
	return text.split("\n").every((line) => {
		const [, name] = /^\[([a-z]+)(?: "[\w./ @+-]*")?\]$/.exec(line) ?? [];
		if (name !== undefined) {
			section = name;
			return Object.hasOwn(PLAIN_KEYS, name);
		}
		const [, key = "", value = ""] = /^\t([a-zA-Z]+) = ([\w./@:+*~-]*)$/.exec(line) ?? [];
		if (key === "") return line === "";
		// Where a submodule is checked out; for others it would lead git to files of somebody else.
		if (isInner && section === "core" && key === "worktree") return /^(?:\.\.\/)+[\w./-]*$/.test(value);
		return PLAIN_KEYS[section]?.has(key.toLowerCase()) === true && !value.includes("::") && !value.startsWith("-");
	});
}

/** The names in a directory; `null` for a link and for everything else. */
function namesIn(path: string): readonly string[] | null {
	try {
		return lstatSync(onDisk(path)).isDirectory() ? readdirSync(onDisk(path)) : null;
	} catch {
		return null;
	}
}

function textOf(path: string, tree: string): string | null {
	const read = readRegularFile(path, tree);
	return read.ok ? Buffer.from(read.bytes).toString("utf8") : null;
}
