import type { Decision, Facts, Obligation, Reason } from "../vocabulary/index.ts";
import { allowedBy, decision, reasonOf } from "./outcome.ts";
import type { SettledTool } from "./settled-tool.ts";
import type { ToolContext } from "./tool-context.ts";

/** An allowing decision; one object serves all calls that are allowed for the same reason. */
export function allowance(context: ToolContext): Decision {
	const { rules, facts, read, settled } = context;
	if (settled === null || settled.allowed === null || facts.grants !== undefined || read === null || read.unchecked.length > 0)
		return makeAllowance(context);
	const known = (settled.allowed[kindOf(touchesPaths(context), runsGit(context), facts)] ??= new Map());
	// The reason names the first rule alone, however many took part.
	const rule = rules[0] ?? "";
	const same = known.get(rule);
	if (same !== undefined) return same;
	const made = makeAllowance(context);
	if (known.size < MOST_KEPT) known.set(rule, made);
	return made;
}

const MOST_KEPT = 256;

function makeAllowance(context: ToolContext): Decision {
	return decision("allow", [grantedReason(context)], obligationsOf(context));
}

/** The same decision for shell text, when an earlier text was allowed by the same rule. */
export function knownAllowance({ allowed }: SettledTool, command: string, rule: string, facts: Facts): Decision | undefined {
	return allowed?.[kindOf(true, isGit(command), facts)]?.get(rule);
}

/** Calls of one kind that are allowed by the same rule have the same obligations. */
function kindOf(touchesPaths: boolean, runsGit: boolean, { resolve }: Facts): 0 | 1 | 2 | 3 | 4 {
	if (!touchesPaths) return 0;
	if (resolve === undefined) return runsGit ? 1 : 2;
	return runsGit ? 3 : 4;
}

/** Why a call is allowed: the grant, else the rule. */
export function grantedReason({ rules, request, writ, facts }: ToolContext): Reason {
	const [rule] = rules;
	const grant = facts.grants?.find((one) => rules.includes(one.rule));
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
	return read?.commands.some(({ value }) => isGit(value)) === true;
}

function isGit(command: string): boolean {
	return command.includes("git");
}
