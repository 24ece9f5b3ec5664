import type { Observer } from "../commands/index.ts";
import type { CommandRequest, Decision, Facts, Obligation, Reason, TargetRequest, ToolRequest, Writ } from "../language/index.ts";
import type { ArgumentReading } from "../tools/index.ts";
import { lineOf } from "./line.ts";
import { allowedBy, conclude, decision, invalid, type Outcome, reasonOf } from "./outcome.ts";
import { missing, otherThanCommand, otherThanTarget, otherThanTool, wrongDirectory, wrongInput } from "./read-request.ts";
import { NO_INPUT, NOTHING_READ, readCall, readText, type ToolContext, toolContext } from "./tool-context.ts";
import { everyRule, planTool, type ToolPlan } from "./tool-plan.ts";
import { TOOL_STEPS } from "./tool-steps.ts";

/** Judges one tool call. */
export function decideTool(writ: Writ, request: ToolRequest, facts: Facts): Decision {
	// SECURITY: each member is read once; a getter could say something else the next time.
	const { tool, input, cwd } = request;
	if (!isToolName(tool)) return invalid(missing("tool", "tool"));
	const problem = wrongInput(input) ?? wrongDirectory(cwd) ?? otherThanTool(request);
	if (problem !== null) return invalid(problem);
	const plan = planTool(writ.terms.tools, tool, facts.confined === true);
	return takeSteps(writ, { kind: "tool", tool, input, ...(cwd === undefined ? {} : { cwd }) }, facts, plan, readCall(plan, input));
}

/** Judges shell text, as the tool `Bash` would run it. */
export function decideCommand(writ: Writ, request: CommandRequest, facts: Facts, observe?: Observer): Decision {
	const { command, cwd } = request;
	if (typeof command !== "string") return invalid(missing("command", "command"));
	const problem = wrongDirectory(cwd) ?? otherThanCommand(request);
	if (problem !== null) return invalid(problem);
	const call: ToolRequest = cwd === undefined ? BASH : { kind: "tool", tool: "Bash", input: NO_INPUT, cwd };
	return takeSteps(writ, call, facts, planTool(writ.terms.tools, "Bash", facts.confined === true), readText(command), observe);
}

const BASH: ToolRequest = { kind: "tool", tool: "Bash", input: NO_INPUT };

/** Judges a request that names its target instead of arguments. */
export function decideTarget(writ: Writ, request: TargetRequest, facts: Facts): Decision {
	const { tool, target } = request;
	if (!isToolName(tool)) return invalid(missing("tool", "target"));
	const problem = otherThanTarget(request);
	if (problem !== null) return invalid(problem);
	const plan = planTool(writ.terms.tools, tool, facts.confined === true);
	if (plan.entry !== undefined && plan.entry.targets === undefined) return invalid(`Tool '${tool}' reaches no agent`);
	const read = { ...NOTHING_READ, targets: [{ argument: "target", value: target }] };
	return takeSteps(writ, { kind: "tool", tool, input: NO_INPUT }, facts, plan, read);
}

/** Printable, without blanks: a name that reads as another one is not a name. */
const NAME = /^[!-~]{1,256}$/;

function isToolName(tool: unknown): tool is string {
	return typeof tool === "string" && NAME.test(tool);
}

/** Judges a call that has been read, step by step; the first denial ends it. */
function takeSteps(writ: Writ, request: ToolRequest, facts: Facts, plan: ToolPlan, read: ArgumentReading, observe?: Observer): Decision {
	const context = toolContext(writ, writ.terms, request, facts, plan, read, observe);
	let asking: Outcome[] | null = null;
	for (const { check } of TOOL_STEPS) {
		const found = check(context);
		if (found === null) continue;
		const list = "effect" in found ? [found] : found;
		if (list.length === 0) continue;
		if (list.some((outcome) => outcome.effect === "deny")) return conclude(list, facts, () => grantedReason(context), []);
		asking = asking === null ? [...list] : [...asking, ...list];
	}
	if (asking !== null) return conclude(asking, facts, () => grantedReason(context), obligationsOf(context));
	return allowance(context);
}

/**
 * Why a tool is refused whatever it is called with; `null` = its arguments decide. What a server lists and what it can be asked to do
 * agree because both ask here.
 */
export function refusedTool(writ: Writ, tool: string, facts: Facts): Reason | null {
	if (typeof tool !== "string" || tool === "") return { code: "invalid-request", message: missing("tool", "tool") };
	for (const link of lineOf(writ, facts)) {
		const refused = link.repeats ? null : refusedAlone(link.writ, tool, facts);
		if (refused !== null) return refused;
	}
	return null;
}

function refusedAlone(writ: Writ, tool: string, facts: Facts): Reason | null {
	const { terms } = writ;
	const plan = planTool(terms.tools, tool, facts.confined === true);
	const rules = everyRule(plan);
	const context = toolContext(writ, terms, { kind: "tool", tool, input: NO_INPUT }, facts, plan, NOTHING_READ);
	const matters = new Map([
		// A rule with a pattern depends on the arguments.
		["disallowed", plan.disallowed.whole !== null],
		["allowed", !(context.granted.first !== null || (rules.length > 0 && rules.every(({ first }) => first !== null)))],
	]);
	for (const { name, check } of TOOL_STEPS.slice(0, 4)) {
		if (matters.get(name) === false) continue;
		const found = check(context);
		const [outcome] = found === null ? [] : "effect" in found ? [found] : found;
		if (outcome !== undefined) return outcome.reason;
	}
	return null;
}

/** An allowing decision. */
function allowance(context: ToolContext): Decision {
	return decision("allow", [grantedReason(context)], obligationsOf(context));
}

/** Why a call is allowed: the grant, else the rule. */
function grantedReason({ rules, request, writ, facts }: ToolContext): Reason {
	const [rule] = rules;
	const grant = facts.grants?.find((one) => rules.includes(one.rule));
	if (grant !== undefined) return reasonOf("granted", `Tool '${request.tool}' is allowed by grant ${grant.id}`, { rule: grant.rule });
	if (rule === undefined) return reasonOf("granted", `Tool '${request.tool}' is allowed`);
	return allowedBy(rule, request.tool, writ);
}

/** What the caller must do when it makes the call. */
function obligationsOf(context: ToolContext): readonly Obligation[] {
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

/**
 * Settings that override what a repository says in its own configuration: git's name of the setting, its value, and what git
 * would run or reach otherwise. git hands them on to what it runs in submodules.
 */
const SETTINGS: readonly (readonly [name: string, value: string, instead: string])[] = [
	["core.fsmonitor", "false", "a program that is asked what has changed"],
	["core.hooksPath", "/dev/null", "hooks"],
	["core.sshCommand", "ssh", "another program in place of ssh"],
	["core.askPass", "", "a program that is asked for a password"],
	["http.followRedirects", "false", "the host that an allowed one sends on to"],
	["log.showSignature", "false", "the program that checks signatures"],
	["format.pretty", "medium", "the program that checks signatures, by a format with %G"],
	["maintenance.auto", "false", "what tidying up calls"],
	["safe.bareRepository", "explicit", "all of this in a directory that only looks like a repository"],
];

/** The environment in which a judged git must run, so that as little as possible runs besides it (SECURITY.md says what still does). */
const GIT_ENVIRONMENT: Readonly<Record<string, string>> = Object.freeze({
	GIT_PAGER: "cat",
	PAGER: "cat",
	// Messages that git proposes are taken as they are; where there is none git ends.
	GIT_EDITOR: "true",
	GIT_SEQUENCE_EDITOR: "true",
	GIT_PROXY_COMMAND: "",
	// Without `ext::` and other helpers that an address in the configuration could name.
	GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh",
	GIT_CONFIG_COUNT: String(SETTINGS.length),
	...Object.fromEntries(
		SETTINGS.flatMap(([name, value], at) => [
			[`GIT_CONFIG_KEY_${at}`, name],
			[`GIT_CONFIG_VALUE_${at}`, value],
		]),
	),
});

/** Whether one of the programs that a command runs is git, or brings its own part of it. */
function runsGit(programs: ReadonlySet<string>): boolean {
	for (const program of programs) if (program === "git" || program.startsWith("git-")) return true;
	return false;
}
