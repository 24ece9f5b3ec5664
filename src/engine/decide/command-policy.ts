import type { CommandPolicy, PatternSet } from "../match/index.ts";
import type { Facts, Places, Terms } from "../vocabulary/index.ts";
import { checkAddress } from "./check-host.ts";
import type { ToolPlan } from "./compiled-tools.ts";
import { fileAccess } from "./file-access.ts";
import { pathContext } from "./path-context.ts";
import type { ToolContext } from "./tool-context.ts";
import type { ToolRules } from "./tool-rules.ts";

interface Kept {
	readonly terms: Terms;
	readonly places: Places;
	readonly facts: Facts;
	readonly granted: ToolRules;
	readonly policy: CommandPolicy;
}

/** The last two of a plan: while some answers are being recorded and others are not, calls come with two kinds of facts in turn. */
interface LastTwo {
	last: Kept;
	before: Kept;
}

const kept = new WeakMap<ToolPlan, LastTwo>();

type PolicyContext = Pick<ToolContext, "plan" | "granted" | "terms" | "facts" | "writ">;

/** What the command walk judges by, for one tool call; the last ones are kept, since calls come in runs. */
export function commandPolicy(context: PolicyContext): CommandPolicy {
	const { plan, granted, terms, facts, writ } = context;
	const known = kept.get(plan);
	if (known !== undefined) {
		if (isFor(known.last, context)) return known.last.policy;
		if (isFor(known.before, context)) return known.before.policy;
	}
	const made = { terms, places: writ.places, facts, granted, policy: makePolicy(context) };
	if (known === undefined) kept.set(plan, { last: made, before: made });
	else {
		known.before = known.last;
		known.last = made;
	}
	return made.policy;
}

/** SECURITY: what is granted is compared too, because a caller may change its facts in place when a grant ends (test/decide/kept.test.ts). */
function isFor(one: Kept, { terms, facts, granted, writ }: PolicyContext): boolean {
	return one.facts === facts && one.granted === granted && one.terms === terms && one.places === writ.places;
}

function makePolicy(context: PolicyContext): CommandPolicy {
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
