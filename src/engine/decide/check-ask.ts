import { judgeCommand } from "../shell/index.ts";
import { callParts } from "./call-parts.ts";
import { commandPolicy } from "./command-policy.ts";
import { grantedRules } from "./granted-rules.ts";
import { admitsCall, coversArguments, coversCall } from "./match-call.ts";
import { asked, type Outcome, sourceOf } from "./outcome.ts";
import { addRule, type ToolContext } from "./tool-context.ts";
import { NO_RULES, type ToolRules } from "./tool-rules.ts";

/** A call that a person must confirm, unless one has granted all of it. */
export function checkAsk(context: ToolContext): Outcome | null {
	if (context.granted.whole !== null) return null;
	const outcome = confirmation(context);
	return outcome === null || isAnswered(context) ? null : outcome;
}

function confirmation(context: ToolContext): Outcome | null {
	const { plan, request, writ } = context;
	if (plan.permissions.some((permission) => permission.requires_confirmation)) {
		return asked("needs-confirmation", `Tool '${request.tool}' must be confirmed`, {
			rule: `tools.permissions.${request.tool}.requires_confirmation`,
		});
	}
	const unread = unreadRule(context);
	if (unread !== null)
		return asked("needs-confirmation", `Tool '${request.tool}' must be confirmed: whether ${unread} speaks of it cannot be seen`, {
			rule: unread,
		});
	if (plan.ask.first === null) return null;
	const rule = plan.ask.whole ?? coversCall(plan.ask, callParts(context), context) ?? coversArguments(plan.ask, request.input);
	return rule === null
		? null
		: asked("needs-confirmation", `Tool '${request.tool}' must be confirmed (${rule})`, {
				rule,
				source: sourceOf(writ, "tools.ask", rule),
			});
}

/** A rule that forbids or asks for some commands, where the tool runs commands that are not read. */
function unreadRule({ plan: { entry, disallowed, ask } }: ToolContext): string | null {
	if (entry?.shell !== true) return null;
	return [disallowed, ask].flatMap(({ commands }) => [...commands.byProgram.values()].flat())[0]?.rule ?? null;
}

/** Whether what people granted covers all of a call: then they have answered already, whoever's rule it was that asks. */
function isAnswered(context: ToolContext): boolean {
	const { granted, plan, read, cwd, rules } = context;
	if (read === null) return false;
	if (granted.first === null && (plan.entry?.pattern !== "path" || fileGrants(context).first === null)) return false;
	if (plan.entry?.pattern !== "command") {
		const { refused, rules: answering } = admitsCall(granted, fileGrants(context), callParts(context), context);
		if (refused === null) for (const rule of answering) addRule(rules, rule);
		return refused === null;
	}
	if (read.commands.length === 0) return false;
	const policy = { ...commandPolicy(context), allowed: [granted.commands] };
	const judgements = read.commands.map(({ value }) => judgeCommand(value, cwd, policy));
	if (judgements.some(({ findings }) => findings.length > 0)) return false;
	for (const rule of judgements.flatMap((judgement) => judgement.rules)) addRule(rules, rule);
	return true;
}

/** A rule that asks about a file asks for every tool, so that what was granted of the file counts for every tool too. */
function fileGrants({ facts, terms, read }: ToolContext): ToolRules {
	if (facts.grants === undefined || facts.grants.length === 0 || read === null) return NO_RULES;
	return grantedRules(facts, terms, read.writes.length > 0 ? "Edit" : "Read");
}
