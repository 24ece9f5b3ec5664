import type { Decision, Obligation, Reason } from "../vocabulary/index.ts";
import { GIT_ENVIRONMENT, runsGit } from "./git-environment.ts";
import { allowedBy, decision, reasonOf } from "./outcome.ts";
import type { ToolContext } from "./tool-context.ts";

/** An allowing decision. */
export function allowance(context: ToolContext): Decision {
	return decision("allow", [grantedReason(context)], obligationsOf(context));
}

/** Why a call is allowed: the grant, else the rule. */
export function grantedReason({ rules, request, writ, facts }: ToolContext): Reason {
	const [rule] = rules;
	const grant = facts.grants?.find((one) => rules.includes(one.rule));
	if (grant !== undefined) return reasonOf("granted", `Tool '${request.tool}' is allowed by grant ${grant.id}`, { rule: grant.rule });
	if (rule === undefined) return reasonOf("granted", `Tool '${request.tool}' is allowed`);
	return allowedBy(rule, request.tool, writ);
}

/** What the caller must do when it makes the call. */
export function obligationsOf(context: ToolContext): readonly Obligation[] {
	const { plan, read, facts } = context;
	const list: Obligation[] = [];
	if (plan.permissions.length > 0) {
		const timeouts = plan.permissions.flatMap((permission) => permission.timeout ?? []);
		if (timeouts.length > 0) list.push({ kind: "timeout", seconds: Math.min(...timeouts) });
	}
	if (read !== null && read.unchecked.length > 0) list.push({ kind: "unchecked-arguments", arguments: read.unchecked });
	if (touchesPaths(context) && facts.resolve === undefined) list.push({ kind: "unresolved-paths" });
	if (runsGit(context.programs)) list.push({ kind: "environment", set: GIT_ENVIRONMENT });
	return list;
}

function touchesPaths({ read }: ToolContext): boolean {
	return read !== null && (read.reads.length > 0 || read.writes.length > 0 || read.commands.length > 0);
}
