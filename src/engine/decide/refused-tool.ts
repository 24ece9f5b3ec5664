import type { Facts, Reason, Writ } from "../vocabulary/index.ts";
import { planTool } from "./compiled-tools.ts";
import { NO_INPUT, NOTHING_READ } from "./read-call.ts";
import { missing } from "./read-request.ts";
import { rulingFor } from "./ruling.ts";
import { toolContext } from "./tool-context.ts";
import { TOOL_STEPS } from "./tool-steps.ts";

/**
 * Why a tool is refused whatever it is called with; `null` = its arguments decide. What a server lists and what it can be asked to do
 * agree because both ask here.
 */
export function refusedTool(writ: Writ, tool: string, facts: Facts): Reason | null {
	if (typeof tool !== "string" || tool === "") return { code: "invalid-request", message: missing("tool", "tool") };
	const { terms } = rulingFor(writ, facts);
	const plan = planTool(terms.tools, tool);
	const context = toolContext(writ, terms, { kind: "tool", tool, input: NO_INPUT }, facts, plan, NOTHING_READ);
	const matters = new Map([
		// A rule with a pattern hangs on the arguments.
		["disallowed", plan.disallowed.whole !== null],
		["allowed", !(context.granted.first !== null || (plan.allowed.length > 0 && plan.allowed.every((rules) => rules.first !== null)))],
	]);
	for (const { name, check } of TOOL_STEPS.slice(0, 4)) {
		if (matters.get(name) === false) continue;
		const found = check(context);
		const [outcome] = found === null ? [] : "effect" in found ? [found] : found;
		if (outcome !== undefined) return outcome.reason;
	}
	return null;
}
