import type { CharacterClass } from "../automata/index.ts";
import type { GlobComponent, GlobToken } from "./glob.ts";
import type { PathPattern } from "./patterns.ts";

/** Matches what needs a regular expression, with one for all patterns; `undefined` when no pattern does. */
export function matchGlobs(patterns: readonly PathPattern[]): ((path: string) => string | null) | undefined {
	const globs = patterns.filter((pattern) => !isPlain(pattern));
	// Apart, because the search for what floats may begin anywhere and the other only at the beginning.
	const floating = matchAny(globs.filter(floats), compileFloating);
	const anchored = matchAny(
		globs.filter((pattern) => !floats(pattern)),
		compileAnchored,
	);
	if (floating === undefined || anchored === undefined) return floating ?? anchored;
	return (path) => anchored(path) ?? floating(path);
}

/** Whether one of the patterns that need a regular expression matches, without telling which. */
export function testGlobs(patterns: readonly PathPattern[]): (path: string) => boolean {
	const globs = patterns.filter((pattern) => !isPlain(pattern));
	const tests = inParts(globs.filter(floats)).map(compileFloating);
	tests.push(...inParts(globs.filter((pattern) => !floats(pattern))).map(compileAnchored));
	return (path) => tests.some((test) => test.test(path));
}

type Compile = (patterns: readonly PathPattern[]) => RegExp;

function matchAny(patterns: readonly PathPattern[], compile: Compile): ((path: string) => string | null) | undefined {
	if (patterns.length === 0) return undefined;
	const parts = inParts(patterns).map((part) => matchPart(part, compile));
	const [only, ...others] = parts;
	if (others.length === 0) return only;
	return (path) => {
		for (const match of parts) {
			const entry = match(path);
			if (entry !== null) return entry;
		}
		return null;
	};
}

/** SECURITY: thousands of long entries in one regular expression are more than its compiler takes, and it would throw. */
const LARGEST_PART = 20_000;

function inParts(patterns: readonly PathPattern[]): readonly (readonly PathPattern[])[] {
	const parts: PathPattern[][] = [[]];
	let size = 0;
	for (const pattern of patterns) {
		size += pattern.prefix.length + pattern.entry.length;
		if (size > LARGEST_PART) {
			parts.push([]);
			size = pattern.prefix.length + pattern.entry.length;
		}
		parts.at(-1)?.push(pattern);
	}
	return parts.filter((part) => part.length > 0);
}

function matchPart(patterns: readonly PathPattern[], compile: Compile): (path: string) => string | null {
	const any = compile(patterns);
	// Compiled only when something matches: a denial is rare, and most sets are asked about far more than they match.
	const each: (RegExp | undefined)[] = [];
	return (path) => {
		if (!any.test(path)) return null;
		for (let index = 0; index < patterns.length; index++) {
			const pattern = patterns[index];
			if (pattern === undefined) break;
			each[index] ??= compile([pattern]);
			if (each[index]?.test(path)) return pattern.entry;
		}
		return null;
	};
}

const TREE_END = "(?![^/])";

function compileAnchored(patterns: readonly PathPattern[]): RegExp {
	const names: GroupNames = { next: 0 };
	const sources = patterns.map(
		({ prefix, components, tree }) => escapeText(prefix) + componentsSource(components, tree ? TREE_END : "$", names),
	);
	return new RegExp(`^(?:${factorSources(sources)})`, "su");
}

function compileFloating(patterns: readonly PathPattern[]): RegExp {
	const names: GroupNames = { next: 0 };
	// Every source begins with the slash before its first component; written once, it is found fast.
	const sources = patterns.map(({ components }) => componentsSource(components.slice(1), TREE_END, names).slice(1));
	return new RegExp(`/(?:${factorSources(sources)})`, "su");
}

/** `/**` and something below it, wherever it is: searched for without a beginning. */
function floats({ prefix, components, tree }: PathPattern): boolean {
	return prefix === "" && tree && components[0] === "**";
}

/** Whether a pattern is a directory or file by name, or everything below one: what `matchTrees` handles. */
function isPlain({ components }: PathPattern): boolean {
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

/** Numbers the groups of one regular expression. */
export interface GroupNames {
	next: number;
}

/**
 * The source of a regular expression for components below a place, each with its leading slash. `end` follows it.
 *
 * SECURITY: all but the last `*` of a component and the last `**` of a path take the first place that fits and never
 * come back to it (a lookahead that is consumed again), so that no glob makes the match slower than the product of
 * lengths. The first place is always good enough, because what stands between two stars has a fixed length (globs.test.ts).
 */
function componentsSource(components: readonly GlobComponent[], end: string, names: GroupNames): string {
	const runs = splitRuns(components);
	return runs
		.map((run, index) => {
			const source = run.map((tokens) => `/${componentSource(tokens, names)}`).join("");
			if (index === 0) return runs.length === 1 ? source + end : source;
			if (index < runs.length - 1) return onlyFirst(`(?:/[^/]+)*?${source}(?=/)`, names);
			return run.length === 0 ? "/." : `(?:/.*)?${source}${end}`;
		})
		.join("");
}

/** The source of a regular expression for one component. */
export function componentSource(tokens: readonly GlobToken[], names: GroupNames): string {
	const pieces: string[] = [""];
	for (const token of tokens) {
		if (token.kind === "star") pieces.push("");
		else pieces[pieces.length - 1] += token.kind === "text" ? escapeText(token.text) : classSource(token.characters);
	}
	if (pieces.every((piece) => piece === "")) return "[^/]+";
	return pieces
		.map((piece, index) => {
			if (index === 0) return piece;
			return index < pieces.length - 1 ? onlyFirst(`[^/]*?${piece}`, names) : `[^/]*${piece}`;
		})
		.join("");
}

/** Text as a regular expression that matches nothing else. */
function escapeText(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Matches like the source, but is never tried a second time at a later place. */
function onlyFirst(source: string, names: GroupNames): string {
	const name = `g${names.next++}`;
	return `(?=(?<${name}>${source}))\\k<${name}>`;
}

/** The components between the `**`. */
function splitRuns(components: readonly GlobComponent[]): readonly (readonly (readonly GlobToken[])[])[] {
	const runs: (readonly GlobToken[])[][] = [[]];
	for (const component of components) {
		if (component === "**") runs.push([]);
		else runs.at(-1)?.push(component);
	}
	return runs;
}

function classSource(characters: CharacterClass): string {
	const ranges = characters.map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`);
	return ranges.length === 0 ? "[]" : `[${ranges.join("")}]`;
}

/** How often alternatives may nest; a parser of regular expressions has its own limit. */
const DEEPEST = 12;

/**
 * Alternatives of a regular expression with their common beginnings written once: `\.env|\.ssh` is `\.(?:env|ssh)`.
 * A matcher then looks at a path once and not once for every alternative.
 */
export function factorSources(sources: readonly string[], depth = 0): string {
	if (sources.length < 2 || depth >= DEEPEST) return sources.join("|");
	const groups = new Map<string, string[]>();
	for (const source of sources) {
		const unit = UNIT.exec(source)?.[0] ?? source;
		const group = groups.get(unit);
		if (group === undefined) groups.set(unit, [source]);
		else group.push(source);
	}
	return [...groups.values()].map((group) => factorGroup(group, depth)).join("|");
}

function factorGroup(group: readonly string[], depth: number): string {
	const [first = "", ...others] = group;
	if (others.length === 0) return first;
	const shared = sharedBeginning(first, others);
	return `${shared}(?:${factorSources([...new Set(group.map((source) => source.slice(shared.length)))], depth + 1)})`;
}

/** The smallest piece that can be taken out: one character, escaped or not, or a run within a component. */
const UNIT = /^(?:\\.|\[\^\/\]\*(?!\?)|[^\\[(])/su;

function sharedBeginning(first: string, others: readonly string[]): string {
	let length = 0;
	for (;;) {
		const unit = UNIT.exec(first.slice(length))?.[0];
		if (unit === undefined || !others.every((source) => source.startsWith(unit, length) && UNIT.exec(source.slice(length))?.[0] === unit))
			break;
		length += unit.length;
	}
	return first.slice(0, length);
}
