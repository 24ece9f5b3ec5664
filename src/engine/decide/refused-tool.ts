import type { Facts, Reason, Writ } from "../vocabulary/index.ts";
import { everyRule, planTool } from "./compiled-tools.ts";
import { lineOf } from "./line.ts";
import { NO_INPUT, NOTHING_READ } from "./read-call.ts";
import { missing } from "./read-request.ts";
import { toolContext } from "./tool-context.ts";
import { TOOL_STEPS } from "./tool-steps.ts";

/**
 * Why a tool is refused whatever it is called with; `null` = its arguments decide. What a server lists and what it can be asked to do
 * agree because both ask here.
 */
export function refusedTool(writ: Writ, tool: string, facts: Facts): Reason | null {
	if (typeof tool !== "string" || tool === "") return { code: "invalid-request", message: missing("tool", "tool") };
	for (const link of lineOf(writ, facts)) {
		const refused = link.repeats ? null : refusedAlone(link.writ, tool, facts);
		if (refused !== null) return refused;
	}
	return null;
}

function refusedAlone(writ: Writ, tool: string, facts: Facts): Reason | null {
	const { terms } = writ;
	const plan = planTool(terms.tools, tool, facts.confined === true);
	const rules = everyRule(plan);
	const context = toolContext(writ, terms, { kind: "tool", tool, input: NO_INPUT }, facts, plan, NOTHING_READ);
	const matters = new Map([
		// A rule with a pattern depends on the arguments.
		["disallowed", plan.disallowed.whole !== null],
		["allowed", !(context.granted.first !== null || (rules.length > 0 && rules.every(({ first }) => first !== null)))],
	]);
	for (const { name, check } of TOOL_STEPS.slice(0, 4)) {
		if (matters.get(name) === false) continue;
		const found = check(context);
		const [outcome] = found === null ? [] : "effect" in found ? [found] : found;
		if (outcome !== undefined) return outcome.reason;
	}
	return null;
}
