import type { CommandPolicy, PatternSet } from "../match/index.ts";
import { checkAddress } from "./check-host.ts";
import type { PathContext } from "./check-path.ts";
import { fileAccess } from "./file-access.ts";
import type { ToolContext } from "./tool-context.ts";

/** What the command walk judges by, for one tool call. */
export function commandPolicy({ plan, granted, terms, writ }: ToolContext, path: PathContext): CommandPolicy {
	return {
		allowed: plan.allowed.map((rules) => join(rules.commands, granted.commands)),
		disallowed: without(plan.disallowed.commands),
		ask: without(plan.ask.commands),
		files: fileAccess(path),
		host: (url) => {
			const outcome = checkAddress(terms, url);
			return outcome === null ? null : { effect: "deny", code: outcome.reason.code, message: outcome.reason.message };
		},
		home: writ.places.home,
	};
}

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
