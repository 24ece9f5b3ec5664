import type { TargetTerms, Terms, ToolDeclaration, ToolTerms } from "../../vocabulary/index.ts";
import { containsPaths } from "../path/index.ts";
import { containsRules } from "../rule/index.ts";
import { meetTargets } from "../target/index.ts";
import { canonicalToolName } from "../tools/index.ts";
import { meetAllOf, unite } from "./meet-all-of.ts";
import { combine, distinct, lower, mapRecord, stableText } from "./meet-plain.ts";

/** What both grant of tools. */
export function meetTools(one: Terms["tools"], other: Terms["tools"]): Terms["tools"] {
	const declare = combine(one.declare, other.declare, meetDeclarations);
	return {
		allowed: meetAllOf(one.allowed, other.allowed, (outer, inner) => containsRules(outer, inner, { declarations: declare })),
		disallowed: unite(one.disallowed, other.disallowed),
		ask: unite(one.ask, other.ask),
		permissions: meetPermissions(one.permissions, other.permissions),
		declare,
	};
}

/** A tool's other names say something of the tool as well: all that is said of it holds under each name. */
function meetPermissions(one: Terms["tools"]["permissions"], other: Terms["tools"]["permissions"]): Terms["tools"]["permissions"] {
	const byName = combine(one, other, meetToolTerms);
	const byTool = new Map<string, ToolTerms>();
	for (const [name, terms] of Object.entries(byName)) {
		const tool = canonicalToolName(name);
		const known = byTool.get(tool);
		byTool.set(tool, known === undefined ? terms : meetToolTerms(known, terms));
	}
	return mapRecord(byName, (terms, name) => byTool.get(canonicalToolName(name)) ?? terms);
}

/** What both permissions of one tool allow. */
export function meetToolTerms(one: ToolTerms, other: ToolTerms): ToolTerms {
	return {
		enabled: one.enabled && other.enabled,
		allowed_paths: meetAllOf(one.allowed_paths, other.allowed_paths, containsPaths),
		blocked_paths: unite(one.blocked_paths, other.blocked_paths),
		timeout: lower(one.timeout, other.timeout),
		requires_confirmation: one.requires_confirmation || other.requires_confirmation,
		allowed_targets: meetOptionalTargets(one.allowed_targets, other.allowed_targets),
		arguments: distinct([...one.arguments, ...other.arguments]),
	};
}

/** `null` restricts nothing. */
function meetOptionalTargets(one: TargetTerms | null, other: TargetTerms | null): TargetTerms | null {
	const known = one ?? other;
	return known === null ? null : meetTargets(one ?? known, other ?? known);
}

/** Two declarations of one tool: an argument is checked as everything that either says it is. */
function meetDeclarations(one: ToolDeclaration, other: ToolDeclaration): ToolDeclaration {
	if (stableText(one) === stableText(other)) return one;
	const [description] = [one.description, other.description].filter((text) => text !== undefined).sort();
	const roles = ["reads", "writes", "commands", "targets", "hosts", "profiles"] as const;
	const checked = roles.flatMap((role) => {
		const uses = distinct([...(one[role] ?? []), ...(other[role] ?? [])]);
		return uses.length === 0 ? [] : [[role, uses] as const];
	});
	const plain = (one.plain ?? []).filter((argument) => other.plain?.includes(argument)).sort();
	return {
		...(description === undefined ? {} : { description }),
		...Object.fromEntries(checked),
		...(plain.length === 0 ? {} : { plain: [...new Set(plain)] }),
	};
}
