import type { ToolContext } from "../../decide/index.ts";
import { canonicalToolName, targetText, writtenRulePath } from "../../match/index.ts";
import { addressOf } from "../host-detail.ts";
import { addToAll, type Candidate } from "./candidate.ts";
import { changePermission, permissionKeys } from "./change-permission.ts";
import { CODE_TOOLS } from "./code-tools.ts";
import { entriesFor } from "./path-entries.ts";

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
