import type { PathContext } from "./check-path.ts";
import { compilePaths, pathViews } from "./compiled-paths.ts";
import type { ToolContext } from "./tool-context.ts";

/** What path checks look at for one tool: the file dimension and the tool's own lists. */
export function pathContext({ terms, facts, plan, writ }: Pick<ToolContext, "terms" | "facts" | "plan" | "writ">): PathContext {
	const allowed = plan.permissions.flatMap((permission) => pathViews(permission.allowed_paths, writ.places, "grant"));
	const blocked = plan.permissions.flatMap((permission) =>
		permission.blocked_paths.length === 0 ? [] : pathViews([permission.blocked_paths], writ.places, "deny"),
	);
	const paths = compilePaths(terms.filesystem, writ.places);
	const base = { paths, symlinks: terms.filesystem.allow_symlinks, facts, allowed };
	return blocked[0] === undefined ? base : { ...base, blocked: blocked[0] };
}
