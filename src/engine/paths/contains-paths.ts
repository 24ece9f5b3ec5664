import { type Allowance, type Automaton, allowance, type Containment, isContained, listAllowance } from "../automata/index.ts";
import type { AllOf, AnyOf, Places } from "../language/index.ts";
import type { PathUse } from "./entries.ts";
import { matchTrees, testGlobs } from "./match-patterns.ts";
import { once } from "./once.ts";
import { type PathPattern, patternsAt, patternsByName } from "./patterns.ts";
import {
	ANY_PATH_BELOW,
	coversResidual,
	follow,
	isEverything,
	type Residual,
	residualAutomaton,
	sampleResidual,
	sizeOf,
} from "./residual.ts";

/** Where the places of both agents are, when absolute entries are compared with named ones. */
export interface PathScope {
	readonly parentPlaces?: Places;
	readonly childPlaces?: Places;
}

/** What must hold an entry. */
interface PathQuestion {
	/** The entries that must hold what is asked for. */
	readonly parent: AnyOf;
	readonly parentUse?: PathUse;
	/** The other lists of the child: only what they grant as well is asked for. */
	readonly besides?: AllOf;
	readonly scope?: PathScope;
}

/**
 * Prepares the comparison of entries with one list: whether everything that an entry of a child grants lies in the parent's
 * entries. Named places compare by name (each agent has its own); where they don't hold it, the places on the disk are compared.
 *
 * INVARIANT: the answers depend only on the question and the entries asked about, never on other lists (ADR 30).
 */
export function comparePaths(question: PathQuestion, list: Allowance = listAllowance()): (entry: string) => Containment {
	const { parent, parentUse = "grant", besides = [], scope } = question;
	const texts = new Set(parent);
	const byName = once(() =>
		compareWith(
			patternsByName(parent, parentUse),
			besides.map((set) => patternsByName(set, "grant")),
			list,
		),
	);
	const byPlace = once((parentPlaces: Places, childPlaces: Places) =>
		compareWith(
			patternsAt(parent, parentPlaces, "real", parentUse),
			besides.map((set) => patternsAt(set, childPlaces, "real", "grant")),
			list,
		),
	);
	return (entry) => {
		if (texts.has(entry)) return CONTAINED;
		const named = byName()(patternsByName([entry], "grant"));
		if (named.contained === true || scope?.parentPlaces === undefined || scope.childPlaces === undefined) return named;
		const asked = patternsAt([entry], scope.childPlaces, "real", "grant");
		// A place that is nowhere now may be somewhere later: it is compared by its name alone.
		if (asked.length === 0) return named;
		const placed = byPlace(scope.parentPlaces, scope.childPlaces)(asked);
		return placed.contained === true ? placed : named;
	};
}

/** Whether everything that one entry of a child grants lies in the parent's entries. */
export function containsPathEntry(entry: string, question: PathQuestion): Containment {
	return comparePaths(question)(entry);
}

/** Whether every entry of the inner list lies in the outer list; undecided counts as no. */
export function containsPaths(outer: AnyOf, inner: AnyOf, scope?: PathScope): boolean {
	const compare = comparePaths({ parent: outer, ...(scope === undefined ? {} : { scope }) });
	return inner.every((entry) => compare(entry).contained === true);
}

const CONTAINED: Containment = { contained: true };

function compareWith(
	held: readonly PathPattern[],
	besides: readonly (readonly PathPattern[])[],
	list: Allowance,
): (asked: readonly PathPattern[]) => Containment {
	const outer = { held: arrangePatterns(held), list };
	const others = besides.map(arrangePatterns);
	return (asked) => {
		for (const pattern of asked) {
			// The lists alone come first: that is how they were compared when they were met.
			const alone = comparePattern(pattern, outer);
			const found = alone.contained === true || others.length === 0 ? alone : comparePattern(pattern, outer, others);
			if (found.contained !== true) return found;
		}
		return CONTAINED;
	};
}

/**
 * Whether a list holds everything that a pattern matches and the other lists hold as well. What is plain is looked up; what
 * is left is searched with automata, as far as one question's allowance goes.
 */
function comparePattern(asked: PathPattern, { held, list }: Outer, besides: readonly ArrangedPatterns[] = []): Containment {
	const { prefix } = asked;
	if (held.holdsTree(prefix)) return CONTAINED;
	const narrowing = besides.filter((set) => !set.holdsTree(prefix));
	// A long list takes long to search and hardly ever holds an entry in pieces; of a plain path the first samples are the shortest.
	if (held.size > FEW || asked.components.length === 0) {
		const outside = sampleOutside(asked, held, narrowing);
		if (outside !== undefined) return outside;
	}
	const above = held.above(prefix);
	if (above.some((residual) => coversResidual(residual, asked))) return CONTAINED;
	const found = search(asked, { above, held, narrowing }, allowance(undefined, list));
	return found.contained === "unknown" ? (sampleOutside(asked, held, narrowing) ?? found) : found;
}

/** The list that must hold a pattern, and what all questions about it may take. */
interface Outer {
	readonly held: ArrangedPatterns;
	readonly list: Allowance;
}
const UNKNOWN: Containment = { contained: "unknown" };

/** Up to how many entries a search comes first, because it gives the shortest example. */
const FEW = 40;

/** SECURITY: what a search may put side by side; thousands of globs take longer to build than to search. */
const MOST_RESIDUALS = 1_000;

interface Searched {
	/** What is left of the list's patterns that begin at the asked one or above it. */
	readonly above: readonly Residual[];
	readonly held: ArrangedPatterns;
	readonly narrowing: readonly ArrangedPatterns[];
}

/** Below the static part of the pattern hardly anything is left to compare. */
function search(asked: PathPattern, { above, held, narrowing }: Searched, bound: Allowance): Containment {
	const { prefix } = asked;
	const outer = residualsBelow(held, prefix, above, bound);
	const others: (readonly Residual[])[] = [];
	for (const set of narrowing) {
		const residuals = residualsBelow(set, prefix, set.above(prefix), bound);
		if (residuals === undefined) return UNKNOWN;
		if (residuals.length === 0) return CONTAINED;
		if (!residuals.some(isEverything)) others.push(residuals);
	}
	if (outer === undefined) return UNKNOWN;
	if (others.length === 0 && outer.length === 0 && isEverything(asked)) return { contained: false, example: prefix || "/" };
	const inner: readonly [Automaton, ...Automaton[]] = [ANY_PATH_BELOW, residualAutomaton([asked]), ...others.map(residualAutomaton)];
	const found = isContained(inner, residualAutomaton(outer), bound);
	return found.contained === false ? { contained: false, example: prefix + found.example || "/" } : found;
}

/** Everything that a list holds from a directory on; `undefined` when that is too much to search. */
function residualsBelow(
	set: ArrangedPatterns,
	prefix: string,
	above: readonly Residual[],
	{ spend }: Allowance,
): readonly Residual[] | undefined {
	const below = above.length > MOST_RESIDUALS ? undefined : set.below(prefix, MOST_RESIDUALS);
	if (below === undefined) return undefined;
	const residuals = [...above, ...below];
	return spend(sizeOf(residuals)) ? residuals : undefined;
}

/** A path that the pattern and the other lists match and the list does not. */
function sampleOutside(
	{ prefix, components, tree }: PathPattern,
	held: ArrangedPatterns,
	narrowing: readonly ArrangedPatterns[],
): Containment | undefined {
	const path = sampleResidual({ components, tree })
		.map((text) => prefix + text || "/")
		.find((sample) => narrowing.every((set) => set.matches(sample)) && !held.matches(sample));
	return path === undefined ? undefined : { contained: false, example: path };
}

/** A list of patterns, arranged so that those that matter at a directory are found without looking at the others. */
interface ArrangedPatterns {
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
function arrangePatterns(patterns: readonly PathPattern[]): ArrangedPatterns {
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
