import type { Example, Sides } from "../writ-diff.ts";
import { exampleHosts } from "./example-hosts.ts";
import { examplePaths, type PathWish, shownPath } from "./example-paths.ts";
import { examplesOfRule } from "./examples-of-rule.ts";

/** Requests that an entry of the narrow side forbids, and that the wide side may allow. */
export function* examplesOfDenial(sides: Sides, dimension: string, entry: string, thorough: boolean): Generator<Example> {
	const { wide } = sides;
	const { read_paths, write_paths, blocked_paths, protected_paths } = wide.terms.filesystem;
	switch (dimension) {
		case "tools.disallowed":
		case "tools.ask":
			yield* examplesOfRule(sides, entry, "deny", thorough);
			return;
		case "filesystem.blocked_paths":
			yield* pathRequests(sides, entry, "read", { thorough, within: read_paths, notDenied: blocked_paths });
			yield* pathRequests(sides, entry, "write", { thorough, within: write_paths, notDenied: [...blocked_paths, ...protected_paths] });
			return;
		case "filesystem.protected_paths":
			yield* pathRequests(sides, entry, "write", { thorough, within: write_paths, notDenied: [...blocked_paths, ...protected_paths] });
			return;
		default:
			for (const request of exampleHosts(entry)) yield { request };
	}
}

/** An entry that floats is tried below what is granted. */
function* pathRequests({ wide }: Sides, entry: string, operation: "read" | "write", wish: PathWish): Generator<Example> {
	const floating = /^\/\*\*\/(.*)$/s.exec(entry)?.[1];
	const isTree = (granted: string) => floating !== undefined && wish.thorough !== true && !/[*?[{]/.test(granted);
	const trees = (wish.within?.[0] ?? []).filter(isTree);
	for (const one of [...trees.map((granted) => `${granted === "/" ? "" : granted}/${floating}`), entry]) {
		for (const path of examplePaths(one, wide, wish)) yield { request: { kind: "path", operation, path: shownPath(path, wide) } };
	}
}
