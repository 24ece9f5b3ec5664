import type { Decision, Obligation, Reason } from "../vocabulary/index.ts";
import { allowedBy, decision, reasonOf } from "./outcome.ts";
import { sameAllowance } from "./settled-tool.ts";
import type { ToolContext } from "./tool-context.ts";

/** An allowing decision; one object serves all calls that are allowed for the same reason. */
export function allowance(context: ToolContext): Decision {
	const { rules, facts, read, settled } = context;
	const make = (): Decision => decision("allow", [grantedReason(context)], obligationsOf(context));
	if (settled === null || facts.grants !== undefined || read === null || read.unchecked.length > 0 || rules.size > 1) return make();
	const [rule = ""] = rules;
	if (!touchesPaths(context)) return sameAllowance(settled, rule, make);
	return sameAllowance(settled, (facts.resolve === undefined ? "? " : "! ") + (runsGit(context) ? "git " : "") + rule, make);
}

/** Why a call is allowed: the grant, else the rule. */
export function grantedReason({ rules, request, writ, facts }: ToolContext): Reason {
	const [rule] = rules;
	const grant = facts.grants?.find((one) => rules.has(one.rule));
	if (grant !== undefined) return reasonOf("granted", `Tool '${request.tool}' is allowed by grant ${grant.id}`, { rule: grant.rule });
	if (rule === undefined) return reasonOf("granted", `Tool '${request.tool}' is allowed`);
	return allowedBy(rule, request.tool, writ);
}

/** Repository-controlled helpers that argv cannot see are switched off in the environment. */
const GIT_ENVIRONMENT = Object.freeze({
	GIT_PAGER: "cat",
	PAGER: "cat",
	GIT_CONFIG_COUNT: "1",
	GIT_CONFIG_KEY_0: "core.fsmonitor",
	GIT_CONFIG_VALUE_0: "false",
});

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
	if (runsGit(context)) list.push({ kind: "environment", set: GIT_ENVIRONMENT });
	return list;
}

function touchesPaths({ read }: ToolContext): boolean {
	return read !== null && (read.reads.length > 0 || read.writes.length > 0 || read.commands.length > 0);
}

function runsGit({ read }: ToolContext): boolean {
	return read?.commands.some(({ value }) => value.includes("git")) === true;
}
