import type { Terms } from "../vocabulary/index.ts";
import type { PathContext } from "./check-path.ts";
import { type CompiledPaths, compilePaths, pathViews } from "./compiled-paths.ts";
import type { ToolPlan } from "./compiled-tools.ts";
import type { ToolContext } from "./tool-context.ts";

/** What path checks look at for one tool: the file dimension and the tool's own lists. */
export function pathContext({ terms, facts, plan, writ }: Pick<ToolContext, "terms" | "facts" | "plan" | "writ">): PathContext {
	const allowed = plan.permissions.flatMap((permission) => pathViews(permission.allowed_paths, writ.places, "grant"));
	const paths = compilePaths(withOwnBlocked(terms.filesystem, plan), writ.places);
	return { paths: allowed.length === 0 ? paths : narrowed(paths), symlinks: terms.filesystem.allow_symlinks, facts, allowed };
}

const narrower = new WeakMap<CompiledPaths, CompiledPaths>();

/** The same paths for a tool with a list of its own: not everything is readable then, whatever the file dimension says. */
function narrowed(paths: CompiledPaths): CompiledPaths {
	let made = narrower.get(paths);
	if (made === undefined) narrower.set(paths, (made = { ...paths, everythingReadable: false }));
	return made;
}

const kept = new WeakMap<Terms["filesystem"], WeakMap<ToolPlan, Terms["filesystem"]>>();

/**
 * The file dimension with what the tool itself may not touch.
 *
 * SECURITY: a tool has as many such lists as it has names that a profile speaks of, and each of them holds, for trees and
 * globs as well ([finding-aliases], test/decide/two-names.test.ts).
 */
function withOwnBlocked(filesystem: Terms["filesystem"], plan: ToolPlan): Terms["filesystem"] {
	const own = plan.permissions.flatMap(({ blocked_paths }) => blocked_paths);
	if (own.length === 0) return filesystem;
	let byPlan = kept.get(filesystem);
	if (byPlan === undefined) kept.set(filesystem, (byPlan = new WeakMap()));
	let joined = byPlan.get(plan);
	if (joined === undefined)
		byPlan.set(plan, (joined = { ...filesystem, blocked_paths: [...new Set([...filesystem.blocked_paths, ...own])] }));
	return joined;
}
