import { type Finding, judgeCommand } from "../match/index.ts";
import type { Writ } from "../vocabulary/index.ts";
import { callParts } from "./call-parts.ts";
import { matchArguments } from "./check-arguments.ts";
import { checkAsk } from "./check-ask.ts";
import { checkAddress } from "./check-host.ts";
import { checkPath, type PathContext } from "./check-path.ts";
import { checkTarget } from "./check-target.ts";
import { commandPolicy } from "./command-policy.ts";
import { fileAccess } from "./file-access.ts";
import { admitsCall, coversCall } from "./match-call.ts";
import { asked, denied, type Outcome, sourceOf } from "./outcome.ts";
import { pathContext } from "./path-context.ts";
import { addRule, type Step, type ToolContext } from "./tool-context.ts";

/** The steps of a tool call; the first that denies gives the primary reason. */
export const TOOL_STEPS: readonly Step[] = [
	{ name: "unknown tool", check: checkKnown },
	{ name: "disabled", check: checkEnabled },
	{ name: "disallowed", check: checkDisallowed },
	{ name: "allowed", check: checkAllowed },
	{ name: "arguments readable", check: checkReadable },
	{ name: "spawn", check: checkProfiles },
	{ name: "target", check: checkTargets },
	{ name: "paths", check: checkPaths },
	{ name: "command", check: checkCommands },
	{ name: "host", check: checkHosts },
	{ name: "arguments", check: checkArguments },
	{ name: "ask", check: checkAsk },
];

function checkKnown({ plan, request, granted }: ToolContext): Outcome | null {
	if (plan.entry !== undefined || granted.first !== null) return null;
	if (plan.allowed.length > 0 && plan.allowed.every((rules) => rules.first !== null)) return null;
	return denied("unknown-tool", `Tool '${request.tool}' is not known and no rule names it`, {
		segment: request.tool,
		remedy: request.tool,
	});
}

function checkEnabled({ plan, request }: ToolContext): Outcome | null {
	if (plan.permissions.every((permission) => permission.enabled)) return null;
	return denied("tool-disabled", `Tool '${request.tool}' is disabled by permission policy`, {
		rule: `tools.permissions.${request.tool}.enabled`,
	});
}

function checkDisallowed(context: ToolContext): Outcome | null {
	const { plan, request, writ } = context;
	if (plan.disallowed.first === null) return null;
	const rule = plan.disallowed.whole ?? coversCall(plan.disallowed, callParts(context), context);
	if (rule === null) return null;
	return denied("tool-disallowed", `Tool '${request.tool}' is disallowed by ${rule}`, {
		rule,
		source: sourceOf(writ, "tools.disallowed", rule),
		segment: request.tool,
	});
}

function checkAllowed(context: ToolContext): Outcome | null {
	const { plan, request, granted, terms, rules } = context;
	const need = plan.entry?.needs;
	if (need !== undefined && terms.capabilities[need]) return null;
	if (granted.whole !== null) {
		addRule(rules, granted.whole);
		return null;
	}
	for (const list of plan.allowed) {
		if (list.first === null && granted.first === null) return notAllowed(context, request.tool);
		if (list.whole !== null) {
			addRule(rules, list.whole);
			continue;
		}
		const part = admitsCall(list, granted, callParts(context), context);
		if (part.refused !== null) return notAllowed(context, part.refused);
		for (const rule of part.rules) addRule(rules, rule);
	}
	return plan.allowed.length === 0 ? notAllowed(context, request.tool) : null;
}

function notAllowed({ request, terms, plan }: ToolContext, segment: string): Outcome {
	const nexus = terms.level === "sandboxed" || terms.level === "trusted" || terms.level === "yolo";
	if (nexus && plan.entry?.family === "nexus") {
		return denied("level-not-allowed", `Tool '${request.tool}' is not allowed at current permission level`, {
			segment,
			remedy: request.tool,
		});
	}
	return denied(
		"tool-not-allowed",
		segment === request.tool ? `No rule allows tool '${request.tool}'` : `No rule allows tool '${request.tool}' on '${segment}'`,
		{ segment, remedy: request.tool },
	);
}

function checkReadable({ problem, request }: ToolContext): Outcome | null {
	return problem === null ? null : denied("argument-not-allowed", `Tool '${request.tool}': ${problem.why}`, { segment: problem.argument });
}

/** A tool that starts an agent may ask only for profiles that the agent may spawn. */
function checkProfiles({ read, terms, request }: ToolContext): Outcome | null {
	const { profiles } = terms.capabilities.spawn;
	if (profiles === null || read === null) return null;
	const other = read.profiles.find(({ value }) => !profiles.includes(value));
	return other === undefined
		? null
		: denied("spawn-not-allowed", `Tool '${request.tool}' may not spawn profile '${other.value}'`, { segment: other.value });
}

function checkTargets({ read, request, writ, facts, terms, plan, settled }: ToolContext): readonly Outcome[] | Outcome | null {
	if (read === null || read.targets.length === 0) return null;
	// A tool's own restriction speaks first.
	const restrictions = settled?.restrictions ?? [
		...plan.permissions.flatMap((permission) => permission.allowed_targets ?? []),
		terms.messaging.allowed_targets,
	];
	const beside = Object.keys(request.input).filter((name) => /^(?:host|port|url|address)$/i.test(name));
	const only = read.targets.length === 1 ? read.targets[0] : undefined;
	if (only !== undefined) return checkTarget(writ, facts, request.tool, only.value, restrictions, beside);
	return read.targets.flatMap(({ value }) => checkTarget(writ, facts, request.tool, value, restrictions, beside) ?? []);
}

function checkPaths(context: ToolContext): readonly Outcome[] | null {
	const { read, terms, request, cwd } = context;
	if (read === null || (read.reads.length === 0 && read.writes.length === 0)) return null;
	const path = pathContext(context);
	const outcomes: Outcome[] = [];
	for (const { value, tree, glob } of read.reads) {
		const outcome = checkPath(path, "read", value, cwd);
		if (outcome !== null) outcomes.push(pathOutcome(context, outcome, value));
		else if (glob !== undefined && !glob.includes("**")) outcomes.push(...globOutcome(context, path, glob));
		else if (tree === true) outcomes.push(...treeOutcome(context, path, value));
	}
	for (const { value } of read.writes) {
		const outcome = checkPath(path, "write", value, cwd);
		if (outcome !== null) outcomes.push(pathOutcome(context, outcome, value));
	}
	if (read.writes.length > 0) outcomes.push(...checkSize(terms.filesystem.max_file_size_mb, request.input, request.tool));
	return outcomes;
}

/** A pattern that may match a blocked path, when nothing hides it. */
function globOutcome(context: ToolContext, path: PathContext, glob: string): readonly Outcome[] {
	if (context.facts.masked === true) return [];
	const finding = fileAccess(path).readGlob(glob, context.cwd);
	return finding === null ? [] : [asked(finding.code, finding.message, { rule: finding.rule, segment: glob })];
}

/** A search over a tree that holds a blocked path, when nothing hides it. */
function treeOutcome(context: ToolContext, path: PathContext, value: string): readonly Outcome[] {
	if (context.facts.masked === true) return [];
	const finding = fileAccess(path).readTree(value, context.cwd);
	if (finding === null) return [];
	return [asked(finding.code, finding.message, { rule: finding.rule, segment: value })];
}

function pathOutcome({ writ }: ToolContext, outcome: NonNullable<ReturnType<typeof checkPath>>, segment: string): Outcome {
	const source =
		outcome.entry === undefined || outcome.dimension === undefined ? undefined : sourceOf(writ, outcome.dimension, outcome.entry);
	return denied(outcome.code, outcome.message, { rule: outcome.entry, source, segment });
}

/** INVARIANT: 0 = no file may be written. */
function checkSize(limit: number | null, input: Readonly<Record<string, unknown>>, tool: string): readonly Outcome[] {
	if (limit === null) return [];
	const bytes = Math.max(0, ...Object.values(input).map((value) => (typeof value === "string" ? byteLength(value, limit) : 0)));
	if (limit > 0 && bytes <= limit * 1024 * 1024) return [];
	return [denied("path-too-large", `Tool '${tool}' would write more than ${limit} MB`)];
}

function byteLength(text: string, limit: number): number {
	return text.length * 3 <= limit * 1024 * 1024 ? text.length : new TextEncoder().encode(text).length;
}

function checkCommands(context: ToolContext): readonly Outcome[] | null {
	const { read, plan, rules, writ, cwd } = context;
	if (read === null || plan.entry?.pattern !== "command") return null;
	if (read.commands.length === 0) {
		if (plan.allowed.every((list) => list.whole !== null)) return null;
		return [denied("argument-not-allowed", `Tool '${context.request.tool}': the command is missing`)];
	}
	const policy = context.judged === null ? commandPolicy(context) : null;
	let outcomes: Outcome[] | null = null;
	for (const { value } of read.commands) {
		const judgement = policy === null ? context.judged : judgeCommand(value, cwd, policy);
		if (judgement === null) continue;
		for (const rule of judgement.rules) addRule(rules, rule);
		for (const finding of judgement.findings) (outcomes ??= []).push(commandOutcome(writ, finding));
	}
	return outcomes;
}

function commandOutcome(writ: Writ, { effect, code, message, segment, rule, remedy }: Finding): Outcome {
	const source =
		rule === undefined
			? undefined
			: (sourceOf(writ, "tools.allowed", rule) ??
				sourceOf(writ, "tools.disallowed", rule) ??
				sourceOf(writ, "tools.ask", rule) ??
				sourceOf(writ, "filesystem.blocked_paths", rule));
	return (effect === "deny" ? denied : asked)(code, message, { rule, source, segment, remedy });
}

function checkHosts({ read, terms }: ToolContext): readonly Outcome[] | null {
	if (read === null || read.hosts.length === 0) return null;
	return read.hosts.flatMap(({ value }) => checkAddress(terms, value) ?? []);
}

function checkArguments({ plan, request, writ, facts, cwd }: ToolContext): readonly Outcome[] | null {
	if (plan.permissions.length === 0) return null;
	return plan.permissions.flatMap((permission) => matchArguments(permission.arguments, request, { writ, facts, cwd, entry: plan.entry }));
}
