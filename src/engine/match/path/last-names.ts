import { factorSources } from "./factor-sources.ts";
import { componentSource, type GroupNames } from "./glob-source.ts";
import { literalComponent } from "./parse-component.ts";
import type { PathPattern } from "./place-patterns.ts";

/**
 * Whether a path that ends in a name could be the first on its way down that a pattern matches: a quick look at a name before the whole
 * path is matched, for patterns that cover everything below what they match.
 */
export function couldEndIn(patterns: readonly PathPattern[]): (name: string) => boolean {
	const names = new Set<string>();
	const sources: string[] = [];
	const groups: GroupNames = { next: 0 };
	for (const { prefix, components } of patterns) {
		const last = components.at(-1) ?? prefix.slice(prefix.lastIndexOf("/") + 1);
		if (last === "**") return () => true;
		const literal = typeof last === "string" ? last : literalComponent(last);
		if (literal === undefined && typeof last !== "string") sources.push(componentSource(last, groups));
		else if (literal !== undefined) names.add(literal);
	}
	if (sources.length === 0) return (name) => names.has(name);
	const globs = new RegExp(`^(?:${factorSources(sources)})$`, "su");
	return (name) => names.has(name) || globs.test(name);
}
