import type { CommandPolicy, Finding, Observer } from "../commands/index.ts";
import type { Writ } from "../language/index.ts";
import { type CommandJudgement, judgeCommand } from "../shell/index.ts";
import { isConditional, unconditional } from "../tool-rules/index.ts";
import { commandPolicy, insidePolicy, pathContext } from "./call-policy.ts";
import { checkAddress } from "./check-host.ts";
import { checkPath, type PathContext } from "./check-path.ts";
import { checkTarget } from "./check-target.ts";
import { fileAccess } from "./file-access.ts";
import { admitsCall, callParts, coversArguments, coversCall, matchArguments } from "./match-call.ts";
import { asked, denied, type Outcome, sourceOf } from "./outcome.ts";
import { addRule, type Step, type ToolContext } from "./tool-context.ts";
import { everyRule, grantedRules, NO_RULES, type ToolRules } from "./tool-plan.ts";

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
	if (plan.allowed.length > 0 && everyRule(plan).every((rules) => rules.first !== null)) return null;
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
	const rule =
		plan.disallowed.whole ?? coversCall(plan.disallowed, callParts(context), context) ?? coversArguments(plan.disallowed, request.input);
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
	if (plan.allowed.length === 0) return notAllowed(context, request.tool);
	const admitted = admittedBy(plan.allowed, context);
	if (admitted.refused === null) {
		for (const rule of admitted.rules) addRule(rules, rule);
		return null;
	}
	if (plan.inside === null) return notAllowed(context, admitted.refused);
	const inside = admittedBy(plan.inside, context);
	if (inside.refused !== null) return notAllowed(context, inside.refused);
	// The walk over a command finds out which part of it needs the sandbox.
	return plan.entry?.pattern === "command" ? null : insideOnly(context, inside.rules);
}

/** Whether every set of rules admits a call; else what of it the first one refuses. */
function admittedBy(
	sets: readonly ToolRules[],
	context: ToolContext,
): { readonly refused: string | null; readonly rules: readonly string[] } {
	const { request, granted } = context;
	const rules: string[] = [];
	for (const list of sets) {
		if (list.first === null && granted.first === null) return { refused: request.tool, rules: [] };
		if (list.whole !== null) {
			addRule(rules, list.whole);
			continue;
		}
		const part = admitsCall(list, granted, callParts(context), context);
		if (part.refused !== null) return { refused: part.refused, rules: [] };
		for (const rule of part.rules) addRule(rules, rule);
	}
	return { refused: null, rules };
}

/** A call that is allowed only by rules that apply inside a sandbox. */
function insideOnly({ request, writ }: ToolContext, rules: readonly string[]): Outcome {
	const rule = rules.find(isConditional);
	return asked("needs-confirmation", onlyInside(`Tool '${request.tool}'`, rule), {
		rule,
		source: rule === undefined ? undefined : sourceOf(writ, "tools.allowed", rule),
		segment: request.tool,
	});
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

function checkTargets({ read, request, writ, facts, terms, plan }: ToolContext): readonly Outcome[] | Outcome | null {
	if (read === null || read.targets.length === 0) return null;
	// A tool's own restriction speaks first.
	const restrictions = [...plan.permissions.flatMap((permission) => permission.allowed_targets ?? []), terms.messaging.allowed_targets];
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
	const policy = commandPolicy(context);
	let outcomes: Outcome[] | null = null;
	for (const { value } of read.commands) {
		const judgement = judgeText(value, cwd, policy, () => insidePolicy(context), context.observe);
		for (const rule of judgement.rules) addRule(rules, rule);
		for (const program of judgement.programs) context.programs.add(program);
		for (const finding of judgement.findings) (outcomes ??= []).push(commandOutcome(writ, finding));
	}
	if (outcomes !== null || plan.inside === null || context.granted.first !== null) return outcomes;
	// What needs no rule (`echo x > file`) still needs a tool that may be called outside.
	const outside = plan.allowed.every((list) => list.first !== null);
	return outside
		? null
		: [
				insideOnly(
					context,
					plan.inside.flatMap(({ first }) => first ?? []),
				),
			];
}

function commandOutcome(writ: Writ, { effect, code, message, segment, rule, remedy }: Finding): Outcome {
	// One text may stand in several lists: the one that the reason is about comes first.
	const own = code === "needs-confirmation" ? "tools.ask" : code === "command-disallowed" ? "tools.disallowed" : "tools.allowed";
	const lists = [own, "tools.allowed", "tools.disallowed", "tools.ask", "filesystem.blocked_paths"];
	const source = rule === undefined ? undefined : lists.map((list) => sourceOf(writ, list, rule)).find((found) => found !== undefined);
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

/** A call that a person must confirm, unless one has granted all of it. */
function checkAsk(context: ToolContext): Outcome | null {
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
		return asked("needs-confirmation", `Tool '${request.tool}' must be confirmed: it cannot be seen whether ${unread} applies`, {
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

/** Whether what people granted covers all of a call: then they have answered already, no matter whose rule asks. */
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

/**
 * Judges shell text by the rules that apply now. What they deny, but rules for inside a sandbox would allow, must be confirmed:
 * the text is judged once more as if those rules applied, and what is denied even then stays denied.
 */
function judgeText(
	text: string,
	cwd: string,
	policy: CommandPolicy,
	insidePolicy: () => CommandPolicy | null,
	observe?: Observer,
): CommandJudgement {
	const judged = judgeCommand(text, cwd, policy, observe);
	const denials = judged.findings.filter(({ effect }) => effect === "deny");
	const other = denials.length === 0 ? null : insidePolicy();
	if (other === null) return judged;
	const inside = judgeCommand(text, cwd, other);
	if (inside.findings.some(({ effect }) => effect === "deny")) return inside;
	return { ...inside, findings: [...denials.map(({ segment }) => confirmedOutside(segment, inside.rules)), ...inside.findings] };
}

function confirmedOutside(segment: string, rules: readonly string[]): Finding {
	const conditional = rules.filter(isConditional);
	const words = new Set(segment.split(/\s+/));
	const rule = conditional.find((one) => words.has(programOf(one))) ?? conditional[0];
	const message = onlyInside(`'${segment}'`, rule);
	return { effect: "ask", code: "needs-confirmation", segment, message, ...(rule === undefined ? {} : { rule }) };
}

/** Why something that a rule allows inside a sandbox is asked about outside. */
function onlyInside(what: string, rule: string | undefined): string {
	const by = rule === undefined ? "" : ` (${unconditional(rule)})`;
	return `${what} is allowed only inside a sandbox${by}; outside one it must be confirmed`;
}

function programOf(rule: string): string {
	return /\(([^\s:)]*)/.exec(rule)?.[1] ?? "";
}
