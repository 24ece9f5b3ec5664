import type { CommandPolicy, PatternSet } from "../commands/index.ts";
import { askAccess } from "./ask-access.ts";
import { checkProgramAddress } from "./check-host.ts";
import { fileAccess } from "./file-access.ts";
import { pathContext } from "./path-context.ts";
import type { ToolContext } from "./tool-context.ts";

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

/** The same as if the rules held that hold inside a sandbox; `null` = there are none besides. */
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
