import { testGlobs } from "./match-globs.ts";
import { matchTrees } from "./match-trees.ts";
import type { PathPattern } from "./place-patterns.ts";
import { follow, isEverything, type Residual } from "./residual.ts";

/** A list of patterns, arranged so that those that matter at a directory are found without looking at the others. */
export interface HeldPatterns {
	readonly size: number;
	/** Whether one entry holds a directory and everything below it, by its name or a directory above. */
	readonly holdsTree: (directory: string) => boolean;
	/** Whether an entry matches a path. */
	readonly matches: (path: string) => boolean;
	/** What the patterns that begin at the directory or above it hold from there on. */
	readonly above: (directory: string) => readonly Residual[];
	/** The patterns that begin below the directory, as what they hold from there on; `undefined` when there are more than `most`. */
	readonly below: (directory: string, most: number) => readonly Residual[] | undefined;
}

/** Arranges patterns by the directories at which they begin. */
export function holdPatterns(patterns: readonly PathPattern[]): HeldPatterns {
	const buckets = bucketsOf(patterns);
	// Wherever a named place is, it is on the disk: what holds everywhere on the disk holds there.
	const everywhere = bucketsOf(patterns.filter(holdsEverywhere)).get("");
	const prefixes = [...buckets.keys()].sort();
	const find = function* (path: string): Generator<readonly [Bucket, string]> {
		for (let end = path.length; end >= 0; end = path.lastIndexOf("/", end - 1)) {
			const bucket = buckets.get(path.slice(0, end));
			if (bucket !== undefined) yield [bucket, path.slice(end)];
			if (end === 0) return;
		}
		const below = path.indexOf("/");
		if (everywhere !== undefined) yield [everywhere, below < 0 ? "" : path.slice(below)];
	};
	return {
		size: patterns.length,
		holdsTree: (directory) => {
			for (const [{ tree }, rest] of find(directory)) if (tree === "whole" || (tree === "inside" && rest !== "")) return true;
			return false;
		},
		matches: (path) => {
			for (const [bucket, rest] of find(path)) if (bucket.matches(rest === "" ? "/" : rest)) return true;
			return false;
		},
		above: (directory) => {
			const residuals: Residual[] = [];
			for (const [bucket, rest] of find(directory)) {
				const names = namesOf(rest);
				for (const pattern of bucket.patterns) residuals.push(...follow(pattern, names));
			}
			return residuals;
		},
		below: (directory, most) => {
			const residuals: Residual[] = [];
			const beginning = `${directory}/`;
			for (let at = firstFrom(prefixes, beginning); prefixes[at]?.startsWith(beginning); at++) {
				const prefix = prefixes[at] ?? "";
				const names = namesOf(prefix.slice(directory.length)).map((text) => [{ kind: "text", text } as const]);
				for (const { components, tree } of buckets.get(prefix)?.patterns ?? []) {
					if (residuals.push({ components: [...names, ...components], tree }) > most) return undefined;
				}
			}
			return residuals;
		},
	};
}

/** The patterns that begin at one directory. */
interface Bucket {
	readonly patterns: PathPattern[];
	/** Whether one of them holds the whole directory, or all that is inside of it. */
	tree: "whole" | "inside" | undefined;
	readonly matches: (rest: string) => boolean;
}

function bucketsOf(patterns: readonly PathPattern[]): ReadonlyMap<string, Bucket> {
	const buckets = new Map<string, Bucket>();
	for (const pattern of patterns) {
		const bucket = buckets.get(pattern.prefix) ?? newBucket();
		buckets.set(pattern.prefix, bucket);
		bucket.patterns.push(pattern);
		if (isEverything(pattern)) bucket.tree = "whole";
		else if (pattern.components.length === 1 && pattern.components[0] === "**") bucket.tree ??= "inside";
	}
	return buckets;
}

function newBucket(): Bucket {
	const patterns: PathPattern[] = [];
	let matches: ((rest: string) => boolean) | undefined;
	return {
		patterns,
		tree: undefined,
		matches: (rest) => {
			matches ??= matcherOf(patterns);
			return matches(rest);
		},
	};
}

function matcherOf(patterns: readonly PathPattern[]): (rest: string) => boolean {
	const relative = patterns.map((pattern) => ({ ...pattern, prefix: "" }));
	const trees = matchTrees(relative);
	const globs = testGlobs(relative);
	return (rest) => trees(rest) !== null || globs(rest);
}

function holdsEverywhere(pattern: PathPattern): boolean {
	return pattern.prefix === "" && (pattern.components[0] === "**" || isEverything(pattern));
}

/** The names of `/a/b`; none of the empty text. */
function namesOf(rest: string): readonly string[] {
	return rest === "" ? [] : rest.slice(1).split("/");
}

/** Where the texts from one on begin in a sorted list. */
function firstFrom(sorted: readonly string[], text: string): number {
	let low = 0;
	let high = sorted.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((sorted[middle] ?? "") < text) low = middle + 1;
		else high = middle;
	}
	return low;
}
