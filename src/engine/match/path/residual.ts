import { componentSource } from "./glob-source.ts";
import { type GlobComponent, literalComponent } from "./parse-component.ts";

/** What is left of a pattern below a directory: the paths from there on that it holds. */
export interface Residual {
	readonly components: readonly GlobComponent[];
	/** It holds everything below what it matches. */
	readonly tree: boolean;
}

/** Everything from here on, the directory itself too. */
export const EVERYTHING: Residual = { components: [], tree: true };

/**
 * What is left of a residual behind some names.
 *
 * SECURITY: the ways through a pattern with many `**` are as many as its subsets; those that lead to the same component are
 * one way (bounded-lists.test.ts).
 */
export function follow(whole: Residual, names: readonly string[]): readonly Residual[] {
	const { components, tree } = whole;
	let reached: readonly number[] = [0];
	for (const name of names) {
		const next = new Set<number>();
		for (const from of reached) {
			if (advance(whole, from, name, next)) return [EVERYTHING];
		}
		if (next.size === 0) return [];
		reached = [...next];
	}
	return reached.map((from) => (from === 0 ? whole : { components: components.slice(from), tree }));
}

/** Adds where one directory further down leads; `true` when everything is held from there on. */
function advance({ components, tree }: Residual, from: number, name: string, next: Set<number>): boolean {
	for (let at = from; ; at++) {
		const head = components[at];
		if (head === undefined) return tree;
		if (head !== "**") {
			if (matchesName(head, name)) next.add(at + 1);
			return false;
		}
		if (at === components.length - 1) return true;
		next.add(at);
	}
}

/** Whether one component matches a name. */
export function matchesName(component: Exclude<GlobComponent, "**">, name: string): boolean {
	const literal = literalComponent(component);
	if (literal !== undefined) return literal === name;
	const known = COMPILED.get(component) ?? new RegExp(`^${componentSource(component, { next: 0 })}$`, "su");
	COMPILED.set(component, known);
	return known.test(name);
}

/** An entry is read once, and its components are asked about again and again. */
const COMPILED = new WeakMap<Exclude<GlobComponent, "**">, RegExp>();

/** Whether a residual holds everything from there on. */
export function isEverything({ components, tree }: Residual): boolean {
	return tree && components.length === 0;
}
