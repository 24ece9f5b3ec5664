import type { ToolContext } from "../../decide/index.ts";
import type { Facts, Request, Writ } from "../../language/index.ts";
import { writtenRulePath } from "../../paths/index.ts";
import { judgeCommand } from "../../shell/index.ts";
import { targetText } from "../../tool-rules/index.ts";
import { canonicalToolName } from "../../tools/index.ts";
import { addressOf } from "../details.ts";
import { callContext, NO_RULES } from "../explain-tool.ts";
import { isAcceptedRule } from "../make-step.ts";
import { addToAll, type Candidate, changePermission, permissionKeys } from "./candidate.ts";
import { entriesFor } from "./path-candidates.ts";

/** A rule more among those that allow. */
export function allowRule(rule: string): Candidate {
	return {
		dimension: "tools.allowed",
		entry: rule,
		text: `tools.allowed: ${rule}`,
		change: (terms) => ({
			...terms,
			tools: { ...terms.tools, allowed: terms.tools.allowed.length === 0 ? [[rule]] : addToAll(terms.tools.allowed, rule) },
		}),
	};
}

/** The rules that would let a call's tool through: for exactly what the call names, or (`whole`) for every call. */
export function toolRules(context: ToolContext, whole: boolean): readonly Candidate[] {
	const { plan, request, read } = context;
	const kind = plan.entry?.pattern;
	// SECURITY: a rule for a whole command tool allows every program; the walk over the command proposes narrow ones.
	if (kind === "command" || CODE_TOOLS.has(canonicalToolName(request.tool))) return [];
	const patterns = read === null || whole ? [] : patternsOf(context, read);
	const rules = patterns.length === 0 ? [request.tool] : patterns.map((pattern) => `${request.tool}(${pattern})`);
	return [...new Set(rules)].map(allowRule);
}

function patternsOf({ plan, writ, facts, cwd }: ToolContext, read: NonNullable<ToolContext["read"]>): readonly string[] {
	switch (plan.entry?.pattern) {
		case "path":
			return [...read.reads, ...read.writes].flatMap(({ value }) => entriesFor(value, cwd, facts, writ.places).map(writtenRulePath));
		case "domain":
			return read.hosts.flatMap(({ value }) => {
				const host = addressOf(value)?.host;
				return host === undefined ? [] : [`domain:${host}`];
			});
		case "agent":
			return [
				...read.profiles.map(({ value }) => `profile:${value}`),
				...read.targets.flatMap(({ value }) =>
					typeof value !== "string" ? [] : [value === writ.parent ? "target:parent" : targetText({ id: value })],
				),
			];
		default:
			return [];
	}
}

/** A remedy of the command walk, for the tool that was really called. */
export function commandRule(remedy: string, tool: string): Candidate {
	const pattern = /^Bash\((.*)\)$/s.exec(remedy)?.[1];
	return allowRule(pattern === undefined || canonicalToolName(tool) === "Bash" ? remedy : `${tool}(${pattern})`);
}

/** Switches a tool on again, under every key that switches it off. */
export function enableTool({ terms, plan }: ToolContext): readonly Candidate[] {
	return permissionKeys(terms, plan.permissions)
		.filter((key) => terms.tools.permissions[key]?.enabled === false)
		.map((key) => ({
			dimension: `tools.permissions.${key}.enabled`,
			entry: "true",
			text: `tools.permissions.${key}.enabled: true`,
			change: (before) => changePermission(before, key, (held) => ({ ...held, enabled: true })),
		}));
}

/** Tools that run text as code in a language whose commands nobody judges: allowing one allows whatever it runs. */
const CODE_TOOLS: ReadonlySet<string> = new Set(["PowerShell", "REPL", "Workflow", "run_python", "write_stdin"]);

/**
 * The one rule that speaks of what a call names and of nothing more; `null` for what is not a call, what several rules would be needed for, and
 * what no rule says by name.
 */
export function narrowestRule(writ: Writ, request: Request, facts: Facts): string | null {
	const context = callContext(writ, writ.terms, request, facts);
	if (context === null) return null;
	const [rule, ...others] = new Set(context.plan.entry?.pattern === "command" ? commandRules(context) : callRules(context));
	return rule !== undefined && others.length === 0 && isAcceptedRule(rule, context.terms.tools.declare) ? rule : null;
}

function callRules(context: ToolContext): readonly string[] {
	return toolRules(context, false).map(({ entry }) => entry);
}

/** Under no rule at all every simple command is refused, with the narrowest rule for it where there is one. */
function commandRules({ read, cwd, request }: ToolContext): readonly string[] {
	const findings = (read?.commands ?? []).flatMap(({ value }) => judgeCommand(value, cwd, NO_RULES).findings);
	const rules = findings.flatMap(({ remedy }) => (remedy === undefined ? [] : [commandRule(remedy, request.tool).entry]));
	return rules.length === findings.length ? rules : [];
}
