import { readArguments } from "../match/index.ts";
import type { Decision, Facts, Obligation, Reason, Terms, ToolRequest, Writ } from "../vocabulary/index.ts";
import { compilePaths } from "./compiled-paths.ts";
import { planTool } from "./compiled-tools.ts";
import { grantedRules } from "./granted-rules.ts";
import { conclude, type Outcome, reasonOf, sourceOf } from "./outcome.ts";
import type { ToolContext } from "./tool-context.ts";
import { TOOL_STEPS } from "./tool-steps.ts";

/** Judges one tool call step by step; the first denial ends it. */
export function decideTool(writ: Writ, terms: Terms, request: ToolRequest, facts: Facts): Decision {
	const context = toolContext(writ, terms, request, facts);
	const outcomes: Outcome[] = [];
	for (const { check } of TOOL_STEPS) {
		const found = check(context);
		if (found === null) continue;
		const list = "effect" in found ? [found] : found;
		outcomes.push(...list);
		if (list.some((outcome) => outcome.effect === "deny")) return conclude(list, facts, () => grantedReason(context), []);
	}
	return conclude(outcomes, facts, () => grantedReason(context), obligations(context));
}

/** What the steps look at. */
export function toolContext(writ: Writ, terms: Terms, request: ToolRequest, facts: Facts): ToolContext {
	const plan = planTool(terms.tools, request.tool);
	const read = readArguments(plan.entry, request.input);
	return {
		writ,
		terms,
		facts,
		request,
		cwd: request.cwd ?? writ.places.written.workspace ?? "/",
		plan,
		granted: grantedRules(facts, terms, request.tool),
		paths: compilePaths(terms.filesystem, writ.places),
		read: read.ok ? read : null,
		problem: read.ok ? null : read,
		rules: new Set(),
	};
}

function grantedReason({ rules, request, writ, facts }: ToolContext): Reason {
	const rule = [...rules][0];
	const grant = facts.grants?.find((one) => rules.has(one.rule));
	if (grant !== undefined) return reasonOf("granted", `Tool '${request.tool}' is allowed by grant ${grant.id}`, { rule: grant.rule });
	if (rule === undefined) return reasonOf("granted", `Tool '${request.tool}' is allowed`);
	return reasonOf("granted", `Tool '${request.tool}' is allowed by ${rule}`, { rule, source: sourceOf(writ, "tools.allowed", rule) });
}

/** Repository-controlled helpers that argv cannot see are switched off in the environment. */
const GIT_ENVIRONMENT = Object.freeze({
	GIT_PAGER: "cat",
	PAGER: "cat",
	GIT_CONFIG_COUNT: "1",
	GIT_CONFIG_KEY_0: "core.fsmonitor",
	GIT_CONFIG_VALUE_0: "false",
});

function obligations({ plan, read, facts }: ToolContext): readonly Obligation[] {
	const list: Obligation[] = [];
	const timeouts = plan.permissions.flatMap((permission) => permission.timeout ?? []);
	if (timeouts.length > 0) list.push({ kind: "timeout", seconds: Math.min(...timeouts) });
	if (read !== null && read.unchecked.length > 0) list.push({ kind: "unchecked-arguments", arguments: read.unchecked });
	const commands = read?.commands ?? [];
	const paths = read !== null && (read.reads.length > 0 || read.writes.length > 0 || commands.length > 0);
	if (paths && facts.resolve === undefined) list.push({ kind: "unresolved-paths" });
	if (commands.some(({ value }) => /\bgit\b/.test(value))) list.push({ kind: "environment", set: GIT_ENVIRONMENT });
	return list;
}
