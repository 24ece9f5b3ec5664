import { TOOL_STEPS, type ToolContext } from "../decide/index.ts";
import type { RealPath, Resolve } from "../vocabulary/index.ts";
import { plainPath } from "./path-detail.ts";

/** A path that a command uses, and the directory from which it is meant. */
export interface TouchedPath {
	readonly path: string;
	readonly directory: string;
}

/** Every path that the decision on a call's commands looked at, in order. */
export function touchedPaths(context: ToolContext): readonly TouchedPath[] {
	const touched = new Map<string, TouchedPath>();
	const { resolve = resolveByText } = context.facts;
	const watching: Resolve = (path, directory) => {
		// Looking for what lies below a directory starts at the root of the disk; the call itself does not.
		const isProbe = directory === "/" && context.cwd !== "/" && path.startsWith("/");
		const named = path.replace(ANYTHING_BELOW, "");
		if (!isProbe) touched.set(plainPath(named, directory), { path: named === "" ? "/" : named, directory });
		return resolve(path, directory);
	};
	const watched: ToolContext = { ...context, rules: [], facts: { ...context.facts, resolve: watching } };
	for (const { name, check } of TOOL_STEPS) if (name === "command") check(watched);
	return [...touched.values()];
}

/** How the decision asks for whatever lies below a directory. */
const ANYTHING_BELOW = /\/\uFFFF$/;

/** What a disk without links would say; the answers are those of a decision without a disk. */
function resolveByText(path: string, directory: string): ReturnType<Resolve> {
	const written = plainPath(path, directory) as RealPath;
	return {
		ok: true,
		written,
		real: written,
		entry: written,
		viaLink: false,
		entryViaLink: false,
		exists: false,
		directory: false,
		links: 1,
	};
}
