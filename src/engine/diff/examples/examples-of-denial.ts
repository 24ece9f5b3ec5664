import type { Example, Sides } from "../writ-diff.ts";
import { exampleHosts } from "./example-hosts.ts";
import { examplePaths, shownPath } from "./example-paths.ts";
import { examplesOfRule } from "./examples-of-rule.ts";

/** Requests that an entry of the narrow side forbids, and that the wide side may allow. */
export function* examplesOfDenial(sides: Sides, dimension: string, entry: string): Generator<Example> {
	const { wide } = sides;
	const { read_paths, write_paths, blocked_paths, protected_paths } = wide.terms.filesystem;
	switch (dimension) {
		case "tools.disallowed":
		case "tools.ask":
			yield* examplesOfRule(sides, entry, "deny");
			return;
		case "filesystem.blocked_paths":
			yield* pathRequests(sides, entry, "read", read_paths, blocked_paths);
			yield* pathRequests(sides, entry, "write", write_paths, [...blocked_paths, ...protected_paths]);
			return;
		case "filesystem.protected_paths":
			yield* pathRequests(sides, entry, "write", write_paths, [...blocked_paths, ...protected_paths]);
			return;
		default:
			for (const request of exampleHosts(entry)) yield { request };
	}
}

/** An entry that floats is tried below what is granted. */
function* pathRequests(
	sides: Sides,
	entry: string,
	operation: "read" | "write",
	within: readonly (readonly string[])[],
	notDenied: readonly string[],
): Generator<Example> {
	const { wide } = sides;
	const floating = /^\/\*\*\/(.*)$/s.exec(entry)?.[1];
	const below =
		floating === undefined
			? []
			: (within[0] ?? []).filter((granted) => !/[*?[{]/.test(granted)).map((granted) => `${granted === "/" ? "" : granted}/${floating}`);
	for (const one of [...below, entry]) {
		for (const path of examplePaths(one, wide, { within, notDenied }))
			yield { request: { kind: "path", operation, path: shownPath(path, wide) } };
	}
}
