import { containsRules, unconditional } from "../match/index.ts";
import type { Facts, Terms } from "../vocabulary/index.ts";
import { planTool } from "./compiled-tools.ts";
import { compileRules, NO_RULES, type ToolRules } from "./tool-rules.ts";

/** What people granted for a while that speaks of a tool. INVARIANT: nothing beyond the ceiling is granted. */
export function grantedRules({ grants = [], ceiling, confined }: Facts, terms: Terms, tool: string): ToolRules {
	if (grants.length === 0 || (ceiling !== undefined && isForbidden(ceiling, tool))) return NO_RULES;
	const { declare } = terms.tools;
	const rules = grants
		.map(({ rule }) => rule)
		.filter((rule) => ceiling === undefined || isWithin(ceiling, rule, declare, confined === true));
	return compileRules(rules, "grant", declare)(tool);
}

/** Whether a ceiling says anything against a tool: then nothing about it is granted. */
function isForbidden({ tools }: Terms, tool: string): boolean {
	const { disallowed, permissions } = planTool(tools, tool, false);
	return disallowed.first !== null || permissions.some(({ enabled }) => !enabled);
}

/** Whether all that a rule speaks of is allowed by a ceiling, here and now. */
function isWithin({ tools: { allowed } }: Terms, rule: string, declarations: Terms["tools"]["declare"], confined: boolean): boolean {
	return allowed.every((rules) => containsRules(confined ? rules.map(unconditional) : rules, [rule], { declarations }));
}
