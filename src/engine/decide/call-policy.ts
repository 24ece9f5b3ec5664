import type { CommandPolicy, PatternSet } from "../commands/index.ts";
import type { Terms } from "../language/index.ts";
import { checkProgramAddress } from "./check-host.ts";
import type { PathContext } from "./check-path.ts";
import { type CompiledPaths, compilePaths, pathViews } from "./compiled-paths.ts";
import { askAccess, fileAccess } from "./file-access.ts";
import { rememberPart, rememberPlanned } from "./memory/compiled.ts";
import type { ToolContext } from "./tool-context.ts";
import type { ToolPlan } from "./tool-plan.ts";

type PolicyContext = Pick<ToolContext, "plan" | "granted" | "terms" | "facts" | "writ">;

/** What the command walk judges by, for one tool call: what it finds on the disk belongs to that call alone. */
export function commandPolicy(context: PolicyContext): CommandPolicy {
	const { plan, granted, terms, writ, facts } = context;
	return {
		allowed: plan.allowed.map((rules) => join(rules.commands, granted.commands)),
		disallowed: without(plan.disallowed.commands),
		ask: without(plan.ask.commands),
		granted: granted.commands,
		files: askAccess(fileAccess(pathContext(context)), writ, terms, facts),
		host: (url) => {
			const outcome = checkProgramAddress(terms, url);
			return outcome === null ? null : { effect: outcome.effect, code: outcome.reason.code, message: outcome.reason.message };
		},
		home: writ.places.home,
		confined: facts.confined === true,
		environment: facts.environment === undefined ? NO_NAMES : new Set(facts.environment),
	};
}

/** The same with the rules that apply inside a sandbox added; `null` = there are no such rules. */
export function insidePolicy(context: PolicyContext): CommandPolicy | null {
	const { plan, granted } = context;
	if (plan.inside === null) return null;
	return { ...commandPolicy(context), allowed: plan.inside.map((rules) => join(rules.commands, granted.commands)) };
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** A rule for the whole tool was judged before the walk. */
function without(set: PatternSet): PatternSet {
	return set.any === null ? set : { any: null, byProgram: set.byProgram };
}

/** What was granted widens every set alike. */
function join(set: PatternSet, granted: PatternSet): PatternSet {
	if (granted.any === null && granted.byProgram.size === 0) return set;
	const byProgram = new Map(set.byProgram);
	for (const [program, rules] of granted.byProgram) byProgram.set(program, [...(byProgram.get(program) ?? []), ...rules]);
	return { any: set.any ?? granted.any, byProgram };
}

/** What path checks look at for one tool: the file dimension and the tool's own lists. */
export function pathContext({ terms, facts, plan, writ }: Pick<ToolContext, "terms" | "facts" | "plan" | "writ">): PathContext {
	const allowed = plan.permissions.flatMap((permission) => pathViews(permission.allowed_paths, writ.places, "grant"));
	const paths = compilePaths(withOwnBlocked(terms.filesystem, plan), writ.places);
	return { paths: allowed.length === 0 ? paths : narrowed(paths), symlinks: terms.filesystem.allow_symlinks, facts, allowed };
}

/** The same paths for a tool with a list of its own: not everything is readable then, whatever the file dimension says. */
const narrowed = rememberPart((paths: CompiledPaths): CompiledPaths => ({ ...paths, everythingReadable: false }));

/**
 * The file dimension with what the tool itself may not touch.
 *
 * SECURITY: a tool has one such list for each of its names in a profile, and all of them apply, to trees and
 * globs as well ([finding-aliases], test/decide/two-names.test.ts).
 */
function withOwnBlocked(filesystem: Terms["filesystem"], plan: ToolPlan): Terms["filesystem"] {
	return plan.permissions.some(({ blocked_paths }) => blocked_paths.length > 0) ? joinBlocked(filesystem, plan) : filesystem;
}

const joinBlocked = rememberPlanned((filesystem: Terms["filesystem"], { permissions }: ToolPlan): Terms["filesystem"] => {
	const own = permissions.flatMap(({ blocked_paths }) => blocked_paths);
	return { ...filesystem, blocked_paths: [...new Set([...filesystem.blocked_paths, ...own])] };
});
