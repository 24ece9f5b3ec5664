import type { Origins, Problem, Source } from "../vocabulary/index.ts";
import { type Placed, sourceAt } from "./source-at.ts";

/** Problems that all say where: one without a place of its own stands where its dimension was written, else in the document that was asked for. */
export function placeProblems(problems: readonly Problem[], origins: Origins, root: Placed): readonly Problem[] {
	return problems.map((problem) => {
		if (problem.source !== undefined) return problem;
		const source = sourceOf(problem.path, origins) ?? (root.file === undefined ? undefined : sourceAt(root, problem.path));
		return source === undefined ? problem : { ...problem, source };
	});
}

/** Where a dimension, or the first thing in it, was written. */
function sourceOf(path: string, origins: Origins): Source | undefined {
	const dimension = path.replace(/\[\d+\]$/, "");
	if (dimension === "") return undefined;
	const inside = Object.keys(origins).find(
		(key) => key === dimension || key.startsWith(`${dimension}.`) || key.startsWith(`${dimension}[`),
	);
	return inside === undefined ? undefined : Object.values(origins[inside] ?? {})[0];
}
