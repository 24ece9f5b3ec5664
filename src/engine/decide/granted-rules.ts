import type { Facts, Terms } from "../vocabulary/index.ts";
import { planTool } from "./compiled-tools.ts";
import { compileRules, NO_RULES, type ToolRules } from "./tool-rules.ts";

/** What people granted for a while that speaks of a tool. INVARIANT: nothing beyond the ceiling is granted. */
export function grantedRules(facts: Facts, terms: Terms, tool: string): ToolRules {
	const grants = facts.grants;
	if (grants === undefined || grants.length === 0) return NO_RULES;
	if (facts.ceiling !== undefined) {
		const ceiling = planTool(facts.ceiling.tools, tool);
		const whole =
			ceiling.allowed.every((rules) => rules.whole !== null) &&
			ceiling.disallowed.first === null &&
			ceiling.permissions.every((permission) => permission.enabled);
		if (!whole) return NO_RULES;
	}
	return compileRules(
		grants.map((grant) => grant.rule),
		"grant",
		terms.tools.declare,
	)(tool);
}
