import type { CommandPolicy, PatternSet } from "../match/index.ts";
import type { Facts, Places, Terms } from "../vocabulary/index.ts";
import { checkAddress } from "./check-host.ts";
import type { ToolPlan } from "./compiled-tools.ts";
import { fileAccess } from "./file-access.ts";
import { pathContext } from "./path-context.ts";
import type { ToolContext } from "./tool-context.ts";

interface Kept {
	readonly terms: Terms;
	readonly places: Places;
	readonly facts: Facts;
	readonly policy: CommandPolicy;
}

const kept = new WeakMap<ToolPlan, Kept>();

/** What the command walk judges by, for one tool call; the last one is kept, since calls come in runs. */
export function commandPolicy(context: ToolContext): CommandPolicy {
	const { plan, terms, facts, writ } = context;
	const known = kept.get(plan);
	if (known !== undefined && known.facts === facts && known.terms === terms && known.places === writ.places) return known.policy;
	const policy = makePolicy(context);
	kept.set(plan, { terms, places: writ.places, facts, policy });
	return policy;
}

function makePolicy(context: ToolContext): CommandPolicy {
	const { plan, granted, terms, writ } = context;
	return {
		allowed: plan.allowed.map((rules) => join(rules.commands, granted.commands)),
		disallowed: without(plan.disallowed.commands),
		ask: without(plan.ask.commands),
		granted: granted.commands,
		files: fileAccess(pathContext(context)),
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
