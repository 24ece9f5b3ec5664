import { type ArgumentReading, readArguments } from "../match/index.ts";
import type { CommandRequest, Decision, Facts, Obligation, Reason, TargetRequest, Terms, ToolRequest, Writ } from "../vocabulary/index.ts";
import { checkTarget } from "./check-target.ts";
import { keptPolicy } from "./command-policy.ts";
import { compilePaths } from "./compiled-paths.ts";
import { planTool, type ToolPlan } from "./compiled-tools.ts";
import { grantedRules } from "./granted-rules.ts";
import { conclude, decision, type Outcome, reasonOf, sourceOf } from "./outcome.ts";
import { type Settled, sameAllowance, settledFor } from "./settled-decision.ts";
import type { ToolContext } from "./tool-context.ts";
import { TOOL_STEPS } from "./tool-steps.ts";

/** Judges one tool call step by step; the first denial ends it. */
export function decideTool(writ: Writ, terms: Terms, request: ToolRequest, facts: Facts): Decision {
	const plan = planTool(terms.tools, request.tool);
	return decideCall(writ, terms, request, facts, plan, readCall(plan, request.input));
}

/** Judges a request that names its target instead of arguments. */
export function decideTarget(writ: Writ, terms: Terms, { tool, target }: TargetRequest, facts: Facts): Decision {
	const plan = planTool(terms.tools, tool);
	if (plan.entry !== undefined && plan.entry.targets === undefined)
		return decision("deny", [reasonOf("invalid-request", `Tool '${tool}' reaches no agent`)]);
	const read = { ...NOTHING_READ, targets: [{ argument: "target", value: target }] };
	return decideCall(writ, terms, { kind: "tool", tool, input: NO_INPUT }, facts, plan, read);
}

/** Judges shell text, as the tool `Bash` would run it. */
export function decideCommand(writ: Writ, terms: Terms, { command, cwd }: CommandRequest, facts: Facts): Decision {
	const plan = planTool(terms.tools, "Bash");
	const read = { ...NOTHING_READ, commands: [{ argument: "command", value: command }] };
	const request: ToolRequest =
		cwd === undefined ? { kind: "tool", tool: "Bash", input: NO_INPUT } : { kind: "tool", tool: "Bash", input: NO_INPUT, cwd };
	const policy = keptPolicy(plan, terms, writ, facts);
	if (policy === null || cwd !== undefined) return decideCall(writ, terms, request, facts, plan, read);
	const known = policy.answers.get(command);
	if (known !== undefined) return known;
	const before = policy.looks.count;
	const answer = decideCall(writ, terms, request, facts, plan, read);
	// Whether an `ask` stands or falls is the approver's, not the rules'.
	const settled = answer.effect === "allow" || answer.reasons[0].code !== "no-approver";
	if (settled && answer.effect !== "ask" && policy.looks.count === before && command.length < LONGEST_KEPT) {
		if (policy.answers.size >= MOST_KEPT) policy.answers.clear();
		policy.answers.set(command, answer);
	}
	return answer;
}

const MOST_KEPT = 1_024;
const LONGEST_KEPT = 512;

const NO_INPUT: Readonly<Record<string, unknown>> = Object.freeze({});
/** A call that names nothing to look at. */
export const NOTHING_READ: Extract<ArgumentReading, { ok: true }> = {
	ok: true,
	reads: [],
	writes: [],
	commands: [],
	targets: [],
	hosts: [],
	profiles: [],
	unchecked: [],
};

function decideCall(writ: Writ, terms: Terms, request: ToolRequest, facts: Facts, plan: ToolPlan, read: ArgumentReading): Decision {
	const settled = settledFor(plan, terms, writ, () => refusal(writ, terms, request, plan));
	const granting = facts.grants !== undefined && facts.grants.length > 0;
	if (!granting) {
		if (settled.refused !== null) return settled.refused;
		if (plan.open !== null && read.ok) {
			const quick = decideOpen(writ, request, facts, plan.open, read, settled);
			if (quick !== null) return quick;
		}
	}
	const context = toolContext(writ, terms, request, facts, plan, read, settled);
	let asking: Outcome[] | null = null;
	for (const { check } of TOOL_STEPS) {
		const found = check(context);
		if (found === null) continue;
		const list = "effect" in found ? [found] : found;
		if (list.length === 0) continue;
		if (list.some((outcome) => outcome.effect === "deny")) return conclude(list, facts, () => grantedReason(context), []);
		asking = asking === null ? [...list] : [...asking, ...list];
	}
	if (asking !== null) return conclude(asking, facts, () => grantedReason(context), obligations(context));
	return allowance(context);
}

/** A tool that the rules leave open: a call without arguments, or with a target only, needs no other step. */
function decideOpen(
	writ: Writ,
	{ tool, input }: ToolRequest,
	facts: Facts,
	rule: string,
	read: Extract<ArgumentReading, { ok: true }>,
	settled: Settled,
): Decision | null {
	const [target] = read.targets;
	if (read !== NOTHING_READ && (input !== NO_INPUT || target === undefined)) return null;
	const outcome = target === undefined ? null : checkTarget(writ, facts, tool, target.value, settled.targets, NOTHING_READ.unchecked);
	if (outcome !== null) return decision("deny", [outcome.reason]);
	return sameAllowance(settled, rule, () => decision("allow", [allowedBy(rule, tool, writ)]));
}

/** A tool that is unknown, disabled, disallowed or not allowed is refused whatever its arguments are. */
function refusal(writ: Writ, terms: Terms, request: ToolRequest, plan: ToolPlan): Decision | null {
	if (plan.disallowed.first !== plan.disallowed.whole) return null;
	const context = toolContext(writ, terms, request, {}, plan, NOTHING_READ);
	for (const { name, check } of TOOL_STEPS.slice(0, 4)) {
		if (name === "allowed" && plan.allowed.every((rules) => rules.first !== null)) return null;
		const found = check(context);
		if (found !== null && "effect" in found) return conclude([found], {}, () => found.reason, []);
	}
	return null;
}

/** An allowing decision; one object serves all calls that are allowed for the same reason. */
function allowance(context: ToolContext): Decision {
	const { rules, facts, read, settled } = context;
	const make = (): Decision => decision("allow", [grantedReason(context)], obligations(context));
	if (settled === null || facts.grants !== undefined || read === null || read.unchecked.length > 0 || rules.size > 1) return make();
	const [rule = ""] = rules;
	if (!touchesPaths(context)) return sameAllowance(settled, rule, make);
	return sameAllowance(settled, (facts.resolve === undefined ? "? " : "! ") + (runsGit(context) ? "git " : "") + rule, make);
}

/** What the steps look at. */
export function toolContext(
	writ: Writ,
	terms: Terms,
	request: ToolRequest,
	facts: Facts,
	plan = planTool(terms.tools, request.tool),
	read: ArgumentReading = readCall(plan, request.input),
	settled: Settled | null = null,
): ToolContext {
	return {
		settled,
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

/** The arguments of a call; a call without any touches nothing unless the tool acts on its own. */
function readCall(plan: ToolPlan, input: Readonly<Record<string, unknown>>): ArgumentReading {
	if (plan.quiet) {
		let empty = true;
		for (const _ in input) empty = false;
		if (empty) return NOTHING_READ;
	}
	return readArguments(plan.entry, input);
}

function grantedReason({ rules, request, writ, facts }: ToolContext): Reason {
	const [rule] = rules;
	const grant = facts.grants?.find((one) => rules.has(one.rule));
	if (grant !== undefined) return reasonOf("granted", `Tool '${request.tool}' is allowed by grant ${grant.id}`, { rule: grant.rule });
	if (rule === undefined) return reasonOf("granted", `Tool '${request.tool}' is allowed`);
	return allowedBy(rule, request.tool, writ);
}

function allowedBy(rule: string, tool: string, writ: Writ): Reason {
	return reasonOf("granted", `Tool '${tool}' is allowed by ${rule}`, { rule, source: sourceOf(writ, "tools.allowed", rule) });
}

/** Repository-controlled helpers that argv cannot see are switched off in the environment. */
const GIT_ENVIRONMENT = Object.freeze({
	GIT_PAGER: "cat",
	PAGER: "cat",
	GIT_CONFIG_COUNT: "1",
	GIT_CONFIG_KEY_0: "core.fsmonitor",
	GIT_CONFIG_VALUE_0: "false",
});

function obligations(context: ToolContext): readonly Obligation[] {
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
