import { componentsSource, escapeText, type GroupNames } from "./glob-source.ts";
import { isPlain } from "./match-trees.ts";
import type { PathPattern } from "./place-patterns.ts";

/** Matches what needs a regular expression, with one for all patterns; `undefined` when no pattern does. */
export function matchGlobs(patterns: readonly PathPattern[]): ((path: string) => string | null) | undefined {
	const globs = patterns.filter((pattern) => !isPlain(pattern));
	if (globs.length === 0) return undefined;
	const any = compile(globs);
	// Compiled only when something matches: a denial is rare, and most sets are asked about far more than they match.
	const each: (RegExp | undefined)[] = [];
	return (path) => {
		if (!any.test(path)) return null;
		for (let index = 0; index < globs.length; index++) {
			const pattern = globs[index];
			if (pattern === undefined) break;
			each[index] ??= compile([pattern]);
			if (each[index]?.test(path)) return pattern.entry;
		}
		return null;
	};
}

const TREE_END = "(?![^/])";

function compile(patterns: readonly PathPattern[]): RegExp {
	const names: GroupNames = { next: 0 };
	const floating = patterns.filter(floats).map(({ components }) => componentsSource(components.slice(1), TREE_END, names));
	const anchored = patterns
		.filter((pattern) => !floats(pattern))
		.map(({ prefix, components, tree }) => escapeText(prefix) + componentsSource(components, tree ? TREE_END : "$", names));
	const sources = [...(floating.length > 0 ? [floating.join("|")] : []), ...(anchored.length > 0 ? [`^(?:${anchored.join("|")})`] : [])];
	return new RegExp(sources.join("|"), "su");
}

/** `/**` and something below it, wherever it is: searched for without a beginning. */
function floats({ prefix, components, tree }: PathPattern): boolean {
	return prefix === "" && tree && components[0] === "**";
}
