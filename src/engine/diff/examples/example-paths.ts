import { compilePathSet, containsPathEntry } from "../../match/index.ts";
import type { AllOf, AnyOf, Writ } from "../../vocabulary/index.ts";
import { absoluteEntries } from "./absolute-entries.ts";

/** Lists that an example must lie in, and entries that it must avoid. */
export interface PathWish {
	/** Search with automata instead of guessing plain names. */
	readonly thorough?: boolean;
	readonly within?: AllOf;
	/** Grants that must not hold it. */
	readonly outside?: AnyOf;
	/** Denials that must not cover it. */
	readonly notDenied?: AnyOf;
}

/** Paths that an entry matches: plain ones, or a shortest one that fits the whole wish. */
export function* examplePaths(entry: string, writ: Writ, wish: PathWish = {}): Generator<string> {
	for (const absolute of absoluteEntries(entry, writ.places)) {
		if (wish.thorough !== true) yield* plainExamples(absolute);
		else {
			const found = searchExample(absolute, writ, wish);
			if (found !== undefined) yield found;
		}
	}
}

/** A path below the workspace as an agent would write it, another one as it is. */
export function shownPath(path: string, { places }: Writ): string {
	const root = places.written.workspace;
	if (root === undefined || places.real.workspace !== root) return path;
	if (path === root) return ".";
	return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

function plainExamples(absolute: string): readonly string[] {
	if (!/[*?[{]/.test(absolute)) {
		const below = absolute === "/" ? "" : absolute;
		return looksLikeFile(absolute) ? [absolute, `${below}/example.txt`] : [`${below}/example.txt`, `${below}/folder/example.txt`];
	}
	const filled = absolute
		.replace(/\{([^{},]*)[^{}]*\}/g, "$1")
		.replaceAll("/**/", "/")
		.replace(/\/\*\*$/, "/example.txt")
		.replaceAll("*", "example");
	return /[?[{]/.test(filled) ? [] : [filled];
}

function looksLikeFile(path: string): boolean {
	return /\/[^/]*\.[^/]*$/.test(path);
}

const MOST_ROUNDS = 8;

/**
 * A shortest path that fits. Lists of denials are long and rarely matter, so that only those that have spoiled an earlier
 * example are searched with.
 */
function searchExample(absolute: string, { places }: Writ, { within = [], outside = [], notDenied = [] }: PathWish): string | undefined {
	const at = (entries: AnyOf): AnyOf => entries.flatMap((entry) => absoluteEntries(entry, places));
	const denials = compilePathSet(at(notDenied), places, "real", "deny");
	const besides = within.map(at);
	let avoided = at(outside);
	for (let round = 0; round < MOST_ROUNDS; round++) {
		const found = containsPathEntry(absolute, { parent: avoided, besides });
		if (found.contained !== false || !found.example.startsWith("/")) return undefined;
		const spoiled = denials.match(found.example);
		if (spoiled === null) return found.example;
		// A denial covers what lies below what it matches; a grant with glob characters does not.
		avoided = [...avoided, spoiled, `${spoiled === "/" ? "" : spoiled}/**`];
	}
	return undefined;
}
