import { expandAlternatives } from "./expand-alternatives.ts";
import { type GlobComponent, literalComponent, parseComponent } from "./parse-component.ts";
import { badPath, type PathProblem } from "./path-problem.ts";

/** What a glob text stands for. */
export interface Glob {
	readonly ok: true;
	/** One list of components for each way to read the braces. */
	readonly alternatives: readonly (readonly GlobComponent[])[];
	/** No glob character has a meaning in it: as a grant it is a whole tree. */
	readonly literal: boolean;
}

/** Reads the part of an entry below its place, without a leading slash; `""` has no components. */
export function parseGlob(text: string): Glob | PathProblem {
	const known = READ.get(text);
	if (known !== undefined) return known;
	const glob = readGlob(text);
	if (READ.size >= MOST_REMEMBERED) READ.clear();
	READ.set(text, glob);
	return glob;
}

/** The same few entries are read again for every agent, every comparison and every view of the disk. */
const READ = new Map<string, Glob | PathProblem>();
const MOST_REMEMBERED = 2_000;

function readGlob(text: string): Glob | PathProblem {
	const expanded = expandAlternatives(text);
	if (!expanded.ok) return expanded;
	const alternatives: (readonly GlobComponent[])[] = [];
	for (const plain of expanded.texts) {
		const components: GlobComponent[] = [];
		for (const part of plain === "" ? [] : plain.split("/")) {
			const parsed = parseComponent(part);
			if (!parsed.ok) return parsed;
			const name = part === "" ? "" : literalComponent(parsed.component);
			if (name === "") return badPath("a component of the path is empty", "write one slash, and none at the end");
			if (name === "." || name === "..") return badPath(`'${name}' is not understood in the middle of a path`, "write the path without it");
			if (parsed.component === "**" && components.at(-1) === "**") continue;
			components.push(parsed.component);
		}
		alternatives.push(components);
	}
	const only = alternatives.length === 1 ? alternatives[0] : undefined;
	const literal = only !== undefined && expanded.texts[0] === text && only.every((component) => literalComponent(component) !== undefined);
	return { ok: true, alternatives, literal };
}

/** Text as a glob that matches nothing but the text itself. */
export function escapeGlob(text: string): string {
	return text.replace(/[*?[{}$]/g, (character) => `[${character}]`);
}
