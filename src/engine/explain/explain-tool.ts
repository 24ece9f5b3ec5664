import { type Outcome, TOOL_STEPS, type ToolContext } from "../decide/index.ts";
import { commandParts } from "./command-parts.ts";
import type { ExplainedStep, StepDetail } from "./explanation.ts";
import { addressOf, hostDetail } from "./host-detail.ts";
import { makeStep } from "./make-step.ts";
import { pathDetail } from "./path-detail.ts";
import { type Restriction, targetDetail } from "./target-detail.ts";
import { touchedPaths } from "./touched-paths.ts";

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
export function targetRestrictions(
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
