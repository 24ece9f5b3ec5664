import type { CharacterClass } from "../automaton/index.ts";
import type { GlobComponent, GlobToken } from "./parse-component.ts";

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
export function componentsSource(components: readonly GlobComponent[], end: string, names: GroupNames): string {
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
export function escapeText(text: string): string {
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
