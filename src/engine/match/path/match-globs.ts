import { factorSources } from "./factor-sources.ts";
import { componentsSource, escapeText, type GroupNames } from "./glob-source.ts";
import { isPlain } from "./match-trees.ts";
import type { PathPattern } from "./place-patterns.ts";

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
