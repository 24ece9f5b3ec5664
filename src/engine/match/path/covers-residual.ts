import type { GlobComponent } from "./parse-component.ts";
import { matchesName, type Residual } from "./residual.ts";

/**
 * Whether one residual holds all of another, as far as their components show it one by one: `**` takes any of them, a
 * component takes what its stars have room for. `true` is certain, `false` says nothing.
 */
export function coversResidual(outer: Residual, inner: Residual): boolean {
	const failed = new Set<number>();
	const covers = (at: number, from: number): boolean => {
		const head = outer.components[at];
		if (head === undefined) return outer.tree || (from === inner.components.length && !inner.tree);
		const asked = inner.components[from];
		// A residual ends in a name or in a `**` that stands for at least one, so that something follows.
		if (head === "**" && at === outer.components.length - 1) return asked !== undefined;
		const key = at * (inner.components.length + 1) + from;
		if (failed.has(key)) return false;
		const found =
			head === "**"
				? covers(at + 1, from) || (asked !== undefined && covers(at, from + 1))
				: asked !== undefined && asked !== "**" && coversName(head, asked) && covers(at + 1, from + 1);
		if (!found) failed.add(key);
		return found;
	};
	return covers(0, 0);
}

/**
 * Whether every name of a component is one of another's. A NUL stands for what a star or a class may be: only a star matches
 * it, and then the star matches whatever stands there.
 */
function coversName(outer: Exclude<GlobComponent, "**">, inner: Exclude<GlobComponent, "**">): boolean {
	return outer === inner || matchesName(outer, textOf(inner));
}

function textOf(component: Exclude<GlobComponent, "**">): string {
	const known = TEXTS.get(component) ?? component.map((token) => (token.kind === "text" ? token.text : "\0")).join("");
	TEXTS.set(component, known);
	return known;
}

const TEXTS = new WeakMap<Exclude<GlobComponent, "**">, string>();
