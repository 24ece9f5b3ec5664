import { componentSource } from "./glob-source.ts";
import { type GlobComponent, literalComponent } from "./parse-component.ts";
import type { PathPattern } from "./place-patterns.ts";

/** What is left of a pattern below a directory: the paths from there on that it holds. */
export interface Residual {
	readonly components: readonly GlobComponent[];
	/** It holds everything below what it matches. */
	readonly tree: boolean;
}

/** Everything from here on, the directory itself too. */
export const EVERYTHING: Residual = { components: [], tree: true };

/** What is left of patterns below the static part of another pattern. */
export function residualsAt(patterns: readonly PathPattern[], prefix: string): readonly Residual[] {
	const at = splitPrefix(prefix);
	return patterns.flatMap((pattern) => {
		const own = splitPrefix(pattern.prefix);
		const names: readonly GlobComponent[] = own.names.map((text) => [{ kind: "text", text }]);
		const whole: Residual = { components: [...names, ...pattern.components], tree: pattern.tree };
		// Wherever a named place is, it is on the disk: what holds everywhere holds there.
		if (own.root !== at.root && !(own.root === "" && holdsEverywhere(whole))) return [];
		return at.names.reduce<readonly Residual[]>((left, name) => left.flatMap((residual) => advance(residual, name)), [whole]);
	});
}

/** What is left one directory further down. */
function advance(residual: Residual, name: string): readonly Residual[] {
	const [head, ...rest] = residual.components;
	if (head === undefined) return residual.tree ? [residual] : [];
	const next: Residual = { components: rest, tree: residual.tree };
	if (head !== "**") return matchesName(head, name) ? [next] : [];
	return rest.length === 0 ? [EVERYTHING] : [residual, ...advance(next, name)];
}

/** Whether one component matches a name. */
export function matchesName(component: Exclude<GlobComponent, "**">, name: string): boolean {
	const literal = literalComponent(component);
	return literal === undefined ? new RegExp(`^${componentSource(component, { next: 0 })}$`, "su").test(name) : literal === name;
}

function holdsEverywhere({ components, tree }: Residual): boolean {
	return components[0] === "**" || (components.length === 0 && tree);
}

/** The place (`""` for the disk) and the names below it. */
function splitPrefix(prefix: string): { readonly root: string; readonly names: readonly string[] } {
	const [root = "", ...names] = prefix.split("/");
	return { root, names };
}
