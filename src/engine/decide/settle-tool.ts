import type { Decision, Writ } from "../vocabulary/index.ts";
import { planTool, type ToolPlan } from "./compiled-tools.ts";
import { allowedBy, conclude, decision, type Outcome } from "./outcome.ts";
import { NO_INPUT, NOTHING_READ } from "./read-call.ts";
import { keep, type Ruling } from "./ruling.ts";
import type { SettledTool } from "./settled-tool.ts";
import { toolContext } from "./tool-context.ts";
import { TOOL_STEPS } from "./tool-steps.ts";

/** Printable, without blanks: a name that reads as another one is no name. */
const NAME = /^[!-~]{1,256}$/;

/** What is settled about a tool; `null` when the text is no name. */
export function settleTool(ruling: Ruling, tool: string, writ: Writ): SettledTool | null {
	const known = ruling.tools.get(tool);
	if (known !== undefined) return known;
	if (!NAME.test(tool)) return null;
	const made = makeSettled(ruling, tool, writ);
	keep(ruling.tools, tool, made);
	return made;
}

function makeSettled({ terms }: Ruling, tool: string, writ: Writ): SettledTool {
	const plan = planTool(terms.tools, tool);
	const own = plan.permissions.flatMap((permission) => permission.allowed_targets ?? []);
	const restrictions = [...own, terms.messaging.allowed_targets];
	const open = plan.open === null ? null : decision("allow", [allowedBy(plan.open, tool, writ)]);
	const ids = restrictions.every(({ targets, within }) => within.length === 0 && targets.every((set) => typeof set === "object"));
	const refused = refusal(writ, terms, tool, plan);
	return {
		refused,
		bare: plan.quiet ? open : null,
		kept: null,
		plan,
		open,
		alone: (plan.entry?.targets?.length ?? 0) === 0,
		restrictions,
		text: textOnly(plan),
		targets: ids && open !== null ? new Map() : null,
		// An agent may ask for any number of tools that it has not.
		allowed: refused === null ? [] : null,
	};
}

function textOnly({ entry, allowed, disallowed, ask, permissions }: ToolPlan): SettledTool["text"] {
	if (entry?.pattern !== "command" || entry.needs !== undefined || permissions.length > 0) return null;
	if (disallowed.whole !== null || ask.whole !== null || allowed.length === 0) return null;
	if (allowed.some((rules) => rules.first === null)) return null;
	return { rule: allowed.find((rules) => rules.whole !== null)?.whole ?? null };
}

/** A tool that is unknown, disabled, disallowed or not allowed is refused whatever its arguments are. */
function refusal(writ: Writ, terms: Ruling["terms"], tool: string, plan: ToolPlan): Decision | null {
	if (plan.disallowed.first !== plan.disallowed.whole) return null;
	const context = toolContext(writ, terms, { kind: "tool", tool, input: NO_INPUT }, {}, plan, NOTHING_READ);
	for (const { name, check } of TOOL_STEPS.slice(0, 4)) {
		if (name === "allowed" && plan.allowed.every((rules) => rules.first !== null)) return null;
		const found = check(context);
		if (isOutcome(found)) return conclude([found], {}, () => found.reason, []);
	}
	return null;
}

function isOutcome(found: readonly Outcome[] | Outcome | null): found is Outcome {
	return found !== null && "effect" in found;
}
