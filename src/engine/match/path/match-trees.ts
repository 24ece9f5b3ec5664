import type { PathPattern } from "./place-patterns.ts";

/** Whether a pattern is a directory or file by name, or everything below one: what `matchTrees` handles. */
export function isPlain({ components }: PathPattern): boolean {
	return components.length === 0 || (components.length === 1 && components[0] === "**");
}

/** From how many trees on a lookup per parent directory beats comparing them one by one. */
const FEW = 12;

/** Matches trees and single paths: by comparing beginnings at a component boundary. */
export function matchTrees(patterns: readonly PathPattern[]): (path: string) => string | null {
	const plain = patterns.filter(isPlain);
	const exact = new Map<string, string>();
	const trees = new Map<string, Tree>();
	for (const { entry, prefix, components, tree } of plain) {
		const strict = components.length > 0;
		if (!strict && !tree) {
			exact.set(prefix === "" ? "/" : prefix, entry);
			continue;
		}
		const known = trees.get(prefix);
		// `a` and `a/**` side by side: the wider one counts.
		if (known === undefined || (known.strict && !strict)) trees.set(prefix, { prefix, strict, entry });
	}
	const matchTree = trees.size <= FEW ? compareEach([...trees.values()]) : lookUpParents(trees);
	if (exact.size === 0) return matchTree;
	return (path) => exact.get(path) ?? matchTree(path);
}

interface Tree {
	readonly prefix: string;
	/** Only what lies below, not the directory itself. */
	readonly strict: boolean;
	readonly entry: string;
}

function compareEach(trees: readonly Tree[]): (path: string) => string | null {
	return (path) => {
		for (const tree of trees) {
			if (path.startsWith(tree.prefix) && holds(tree, path)) return tree.entry;
		}
		return null;
	};
}

function lookUpParents(trees: ReadonlyMap<string, Tree>): (path: string) => string | null {
	const shortest = Math.min(...[...trees.keys()].map((prefix) => prefix.length));
	return (path) => {
		for (let end = path.length; end >= shortest && end >= 0; end = path.lastIndexOf("/", end - 1)) {
			const tree = trees.get(path.slice(0, end));
			if (tree !== undefined && holds(tree, path)) return tree.entry;
			if (end === 0) break;
		}
		return null;
	};
}

const SLASH = 0x2f;

/** Whether a path that begins with the tree's prefix lies in the tree; `/ab` does not lie in `/a`. */
function holds({ prefix, strict }: Tree, path: string): boolean {
	const length = prefix.length;
	if (path.length === length) return !strict;
	return path.charCodeAt(length) === SLASH && (!strict || path.length > length + 1);
}
