import { type CommandPolicy, EMPTY_PATTERNS } from "../commands/index.ts";
import { NOTHING_READ, type Outcome, TOOL_STEPS, type ToolContext, toolContext } from "../decide/index.ts";
import type { Facts, Request, Terms, Writ } from "../language/index.ts";
import { judgeCommand } from "../shell/index.ts";
import { addressOf, hostDetail, pathDetail, type Restriction, targetDetail, touchedPaths } from "./details.ts";
import type { ExplainedStep, StepDetail } from "./explanation.ts";
import { findSource, makeStep, sourceOfReason } from "./make-step.ts";

/** Every step of a tool call, also those after the first denial. */
export function explainTool(context: ToolContext): readonly ExplainedStep[] {
	return TOOL_STEPS.map(({ name, check }) => {
		const before = new Set(context.rules);
		const found = check(context) ?? [];
		const outcomes = "effect" in found ? [found] : found;
		const rules = [...context.rules].filter((rule) => !before.has(rule));
		const details = detailsOf(name, context, outcomes);
		const passes = outcomes.length > 0 ? "" : passingWords(name, context, rules, details);
		return makeStep(context.writ, name, outcomes, { passes, rule: rules[0], details });
	});
}

/** The restrictions on whom a tool may reach, the tool's own first. */
function targetRestrictions(
	{ terms, request }: Pick<ToolContext, "terms" | "request">,
	permissions: ToolContext["plan"]["permissions"],
): readonly Restriction[] {
	const own = permissions.flatMap(({ allowed_targets }) =>
		allowed_targets === null ? [] : [{ dimension: `tools.permissions.${request.tool}.allowed_targets`, terms: allowed_targets }],
	);
	return [...own, { dimension: "messaging.allowed_targets", terms: terms.messaging.allowed_targets }];
}

function detailsOf(step: string, context: ToolContext, outcomes: readonly Outcome[]): readonly StepDetail[] {
	const { read, writ, terms, facts, cwd, plan } = context;
	if (read === null) return [];
	const pathAt = (path: string, directory: string) => pathDetail(writ, terms, facts, path, directory, plan.permissions);
	switch (step) {
		case "target":
			return read.targets.map(({ value }) => targetDetail(writ, facts, value, targetRestrictions(context, plan.permissions)));
		case "paths":
			return [...read.reads, ...read.writes].map(({ value }) => pathAt(value, cwd));
		case "command":
			if (plan.entry?.pattern !== "command" || read.commands.length === 0) return [];
			return [
				...read.commands.flatMap(({ value }) => commandParts(value, context, outcomes)),
				...touchedPaths(context)
					.slice(0, MOST_PATHS)
					.map(({ path, directory }) => pathAt(path, directory)),
			];
		case "host":
			return read.hosts.flatMap(({ value }) => {
				const address = addressOf(value);
				return address === null ? [] : [hostDetail(writ, terms, address.host, address.port)];
			});
		default:
			return [];
	}
}

const MOST_PATHS = 100;

/** What a step that found nothing says; `null` = it had nothing to look at. */
function passingWords(step: string, context: ToolContext, rules: readonly string[], details: readonly StepDetail[]): string | null {
	const { plan, request, read, problem } = context;
	switch (step) {
		case "unknown tool":
			return plan.entry === undefined ? `a rule names '${request.tool}'` : `'${request.tool}' is a known tool`;
		case "disabled":
			return "it is not disabled";
		case "disallowed":
			return plan.entry?.pattern === "command"
				? "no disallowed rule forbids the whole tool; each part is judged below"
				: "no disallowed rule matches";
		case "allowed":
			if (rules.length > 0) return `allowed by ${rules.join(", ")}`;
			if (plan.entry?.needs !== undefined && context.terms.capabilities[plan.entry.needs])
				return `capabilities.${plan.entry.needs} brings it`;
			return plan.entry?.pattern === "command" ? "there are rules for commands; each part is judged below" : "it is allowed";
		case "arguments readable":
			return "every argument has a shape that is known";
		case "spawn":
			return (read?.profiles.length ?? 0) === 0 ? null : "the profile may be spawned";
		case "target":
			return (read?.targets.length ?? 0) === 0 ? null : "it may be reached";
		case "paths":
			return (read?.reads.length ?? 0) + (read?.writes.length ?? 0) === 0 ? null : "every path is granted";
		case "command":
			return (read?.commands.length ?? 0) === 0 || plan.entry?.pattern !== "command"
				? null
				: details.length === 0
					? "nothing stands against it"
					: "every part is allowed";
		case "host":
			return (read?.hosts.length ?? 0) === 0 ? null : "every host may be reached";
		case "arguments":
			return plan.permissions.some((permission) => permission.arguments.length > 0) ? "every rule for arguments holds" : null;
		default:
			if (problem !== null) return null;
			return plan.entry?.pattern === "command"
				? "no rule asks about the whole tool; each part is judged above"
				: "nobody has to confirm it";
	}
}

type CommandPart = Extract<StepDetail, { readonly kind: "part" }>;

/** The simple commands of a shell text, each with the rule that covers it or what stands against it. */
function commandParts(text: string, context: ToolContext, found: readonly Outcome[]): readonly CommandPart[] {
	const parts = simpleCommands(text, context.cwd).slice(0, mostParts(context));
	return parts.map((part): CommandPart => {
		const alone = judgeAlone(part, context);
		const against = found.find(({ reason: { segment = "" } }) => {
			if (segment === "" || !part.includes(segment)) return false;
			// The same word may stand in several parts; a part that is fine by itself has none of its own.
			return alone.outcomes.length > 0 || parts.filter((other) => other.includes(segment)).length === 1;
		});
		if (against !== undefined) {
			const { effect, reason } = against;
			return {
				kind: "part",
				text: part,
				outcome: effect,
				message: reason.message,
				...named(reason.rule, sourceOfReason(context.writ, reason)),
			};
		}
		const [rule] = alone.rules;
		if (rule === undefined) return { kind: "part", text: part, outcome: "pass", message: "nothing stands against it" };
		return {
			kind: "part",
			text: part,
			outcome: "pass",
			message: `allowed by ${rule}`,
			...named(rule, findSource(context.writ, "tools.allowed", rule)),
		};
	});
}

/** SECURITY: each part is judged once more, against every rule (test/decide/bad-input.test.ts). */
function mostParts({ terms: { tools } }: ToolContext): number {
	const rules = [...(tools.allowed ?? []), tools.disallowed, tools.ask].reduce((sum, list) => sum + list.length, 0);
	return Math.max(1, Math.min(MOST_PARTS, Math.floor(MOST_COMPARED / (rules + 1))));
}

const MOST_PARTS = 20;
const MOST_COMPARED = 20_000;

function named(rule: string | undefined, source: CommandPart["source"]): Pick<CommandPart, "rule" | "source"> {
	return { ...(rule === undefined ? {} : { rule }), ...(source === undefined ? {} : { source }) };
}

/** Under no rule at all every simple command is refused with its own text: that lists them, launchers looked through. */
function simpleCommands(text: string, cwd: string): readonly string[] {
	const { findings } = judgeCommand(text, cwd, NO_RULES);
	const segments = findings.filter(({ code }) => code === "command-not-allowed").map(({ segment }) => segment);
	return segments
		.map((segment, index) => ({ segment, at: placeOf(text, segment, segments.slice(0, index)) }))
		.sort((one, other) => one.at - other.at)
		.map(({ segment }) => segment);
}

/** Where a part stands in the text; of equal parts the later one stands later. */
function placeOf(text: string, segment: string, before: readonly string[]): number {
	let at = text.indexOf(segment);
	for (const earlier of before) if (earlier === segment) at = text.indexOf(segment, at + 1);
	return at < 0 ? text.length : at;
}

function judgeAlone(part: string, context: ToolContext): { readonly outcomes: readonly Outcome[]; readonly rules: readonly string[] } {
	const { read } = context;
	if (read === null) return { outcomes: [], rules: [] };
	const rules: string[] = [];
	const alone: ToolContext = { ...context, rules, read: { ...read, commands: [{ argument: "command", value: part }] } };
	const outcomes = TOOL_STEPS.filter(({ name }) => name === "command").flatMap(({ check }) => check(alone) ?? []);
	return { outcomes, rules };
}

const nothing = () => null;

/** Nothing is allowed, and every file and host is open. */
export const NO_RULES: CommandPolicy = {
	allowed: [EMPTY_PATTERNS],
	disallowed: EMPTY_PATTERNS,
	ask: EMPTY_PATTERNS,
	granted: EMPTY_PATTERNS,
	files: {
		everythingReadable: true,
		read: nothing,
		write: nothing,
		writeTree: nothing,
		writeLinks: nothing,
		writeCopies: nothing,
		remove: nothing,
		blocked: nothing,
		readTree: nothing,
		readGlob: nothing,
		glob: nothing,
		exists: () => false,
		enter: (path, directory) => ({
			finding: null,
			directory: path.startsWith("/") ? path : `${directory}/${path}`,
			linked: false,
		}),
	},
	host: nothing,
	home: null,
	confined: false,
	environment: new Set<string>(),
};

/** What the steps of a tool call look at, for the requests that are one; `null` for the others. */
export function callContext(writ: Writ, terms: Terms, request: Request, facts: Facts): ToolContext | null {
	switch (request.kind) {
		case "tool":
			return toolContext(writ, terms, request, facts);
		case "command": {
			const { command, cwd } = request;
			return toolContext(writ, terms, { kind: "tool", tool: "Bash", input: { command }, ...(cwd === undefined ? {} : { cwd }) }, facts);
		}
		case "target": {
			const read = { ...NOTHING_READ, targets: [{ argument: "target", value: request.target }] };
			return toolContext(writ, terms, { kind: "tool", tool: request.tool, input: {} }, facts, undefined, read);
		}
		default:
			return null;
	}
}
