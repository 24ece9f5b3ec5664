import { type GitDirectory, type GitObjects, openGitObjects, readGitFile } from "./git-objects.ts";

/** The files of the commit that a repository stands at. */
export interface CommittedFiles {
	/** What is committed at a path below the repository's directory; `unread` when that cannot be known. */
	find(path: Buffer): CommittedEntry | "none" | "unread";
	close(): void;
}

/** One path of the commit. */
export type CommittedEntry =
	| { readonly kind: "file"; readonly blob: string; readonly executable: boolean; readonly content: () => Buffer | null }
	| { readonly kind: "directory" };

/**
 * Opens what HEAD holds; `null` when the repository cannot be read. Neither the index nor attributes nor filters are asked: they are the
 * agent's to write, and would say of a changed file that it is not (`attack-tracked-index`).
 */
export function openCommittedFiles(directory: GitDirectory): CommittedFiles | null {
	const head = commitOf(directory);
	if (head === "unread") return null;
	const objects = openGitObjects(directory);
	const root = head === "none" ? null : treeOf(objects, head);
	if (head !== "none" && root === null) {
		objects.close();
		return null;
	}
	return {
		find(path) {
			if (root === null) return "none";
			let at: TreeEntry = { mode: DIRECTORY, id: root };
			for (const part of splitPath(path)) {
				if (at.mode !== DIRECTORY) return "none";
				const tree = objects.read(at.id);
				if (tree?.type !== "tree") return "unread";
				const next = entryIn(tree.bytes, part, root.length / 2);
				if (next === null) return "none";
				at = next;
			}
			return shaped(at, objects);
		},
		close: () => objects.close(),
	};
}

/** The content of one blob; `null` when it cannot be read. */
export function readBlob(directory: GitDirectory, blob: string): Buffer | null {
	const objects = openGitObjects(directory);
	try {
		const found = objects.read(blob);
		return found?.type === "blob" ? found.bytes : null;
	} finally {
		objects.close();
	}
}

function shaped({ mode, id }: TreeEntry, objects: GitObjects): CommittedEntry | "none" {
	if (mode === DIRECTORY) return { kind: "directory" };
	if (!FILES.has(mode)) return "none";
	const content = (): Buffer | null => {
		const found = objects.read(id);
		return found?.type === "blob" ? found.bytes : null;
	};
	return { kind: "file", blob: id, executable: mode === EXECUTABLE, content };
}

const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const MOST_LINKS = 5;
const MOST_PACKED_REFS = 32 * 1024 * 1024;

/** The commit that HEAD leads to; `none` before the first one. */
function commitOf(directory: GitDirectory): string | "none" | "unread" {
	let name = "HEAD";
	for (let links = 0; links < MOST_LINKS; links++) {
		const text = readGitFile(directory, name)?.toString("latin1").trimEnd();
		if (text === undefined) return name === "HEAD" ? "unread" : packedRef(directory, name);
		if (ID.test(text)) return text;
		const [, next] = /^ref:\s*(refs\/\S+)$/.exec(text) ?? [];
		if (next === undefined || !isSafe(next)) return "unread";
		name = next;
	}
	return "unread";
}

/** SECURITY: a name is a path below the git directory, and stays there. `.invalid` says that the refs are kept in another way. */
function isSafe(name: string): boolean {
	return name.split("/").every((part) => part !== "" && !part.startsWith("."));
}

function packedRef(directory: GitDirectory, name: string): string | "none" {
	const lines = readGitFile(directory, "packed-refs", MOST_PACKED_REFS)?.toString("latin1").split("\n") ?? [];
	const id = lines.find((line) => line.endsWith(` ${name}`))?.split(" ")[0];
	return id !== undefined && ID.test(id) ? id : "none";
}

function treeOf(objects: GitObjects, commit: string): string | null {
	const found = objects.read(commit);
	const [, tree] = found?.type === "commit" ? (/^tree ([0-9a-f]+)\n/.exec(found.bytes.toString("latin1", 0, 80)) ?? []) : [];
	return tree !== undefined && ID.test(tree) ? tree : null;
}

interface TreeEntry {
	readonly mode: string;
	readonly id: string;
}

const DIRECTORY = "40000";
const EXECUTABLE = "100755";
const FILES: ReadonlySet<string> = new Set(["100644", "100664", EXECUTABLE]);

/** Looks a name up in a tree: each entry is its mode, its name and the bytes of its id. */
function entryIn(tree: Buffer, name: Buffer, width: number): TreeEntry | null {
	for (let at = 0; at < tree.length; ) {
		const space = tree.indexOf(0x20, at);
		const end = tree.indexOf(0, space);
		if (space < 0 || end < 0) return null;
		if (tree.subarray(space + 1, end).equals(name))
			return { mode: tree.toString("latin1", at, space), id: tree.toString("hex", end + 1, end + 1 + width) };
		at = end + 1 + width;
	}
	return null;
}

function splitPath(path: Buffer): readonly Buffer[] {
	return path
		.toString("latin1")
		.split("/")
		.map((part) => Buffer.from(part, "latin1"));
}
