import type { ToolContext } from "../decide/index.ts";
import { judgeCommand } from "../shell/index.ts";
import type { Facts, Request, Writ } from "../vocabulary/index.ts";
import { isAcceptedRule } from "./accepted-remedy.ts";
import { callContext } from "./call-context.ts";
import { NO_RULES } from "./command-parts.ts";
import { commandRule, toolRules } from "./remedy/tool-candidates.ts";

/**
 * The one rule that speaks of what a call names and of nothing more; `null` for what is no call, what several rules would be needed for, and
 * what no rule says by name.
 */
export function narrowestRule(writ: Writ, request: Request, facts: Facts): string | null {
	const context = callContext(writ, writ.terms, request, facts);
	if (context === null) return null;
	const [rule, ...others] = new Set(context.plan.entry?.pattern === "command" ? commandRules(context) : callRules(context));
	return rule !== undefined && others.length === 0 && isAcceptedRule(rule, context.terms.tools.declare) ? rule : null;
}

function callRules(context: ToolContext): readonly string[] {
	return toolRules(context, false).map(({ entry }) => entry);
}

/** Under no rule at all every simple command is refused, with the narrowest rule for it where there is one. */
function commandRules({ read, cwd, request }: ToolContext): readonly string[] {
	const findings = (read?.commands ?? []).flatMap(({ value }) => judgeCommand(value, cwd, NO_RULES).findings);
	const rules = findings.flatMap(({ remedy }) => (remedy === undefined ? [] : [commandRule(remedy, request.tool).entry]));
	return rules.length === findings.length ? rules : [];
}
