import type { Escalation, Terms, ToolTerms } from "../../../vocabulary/index.ts";
import { compareRules, parseTermsRule, patternLookup, toolNameText } from "../../rule/index.ts";
import { canonicalToolName } from "../../tools/index.ts";
import { stableText } from "../meet-plain.ts";
import { meetToolTerms } from "../meet-tools.ts";
import { type EscalationContext, escalation, ownContext } from "./escalation-report.ts";
import { setEscalations } from "./list-escalations.ts";
import { permissionEscalations } from "./permission-escalations.ts";

/** Rules, permissions and declarations of tools that go beyond the parent's. */
export function toolEscalations(parent: Terms["tools"], child: Terms["tools"], context: EscalationContext): readonly Escalation[] {
	const scope = { ...context, declarations: { ...child.declare, ...parent.declare } };
	const heldFor = permissionsOf(parent);
	return [
		...setEscalations("tools.allowed", parent.allowed, child.allowed, context, (held) => compareRules(held, scope)),
		...forbiddenRules(parent, child, scope),
		...Object.entries(child.permissions).flatMap(([tool, asked]) => {
			const held = heldFor(tool);
			return held === undefined ? [] : permissionEscalations(tool, held, asked, context);
		}),
		...redeclarations(parent, child, context),
	];
}

/** What terms say of one tool, under all of its names. */
function permissionsOf({ permissions }: Terms["tools"]): (tool: string) => ToolTerms | undefined {
	const byTool = new Map<string, ToolTerms>();
	for (const [name, terms] of Object.entries(permissions)) {
		const tool = canonicalToolName(name);
		const known = byTool.get(tool);
		byTool.set(tool, known === undefined ? terms : meetToolTerms(known, terms));
	}
	return (tool) => byTool.get(canonicalToolName(tool));
}

/** Rules of which the parent's denials leave nothing, and the child's own do not. */
function forbiddenRules(parent: Terms["tools"], child: Terms["tools"], context: EscalationContext): readonly Escalation[] {
	const lookup = patternLookup(context.declarations);
	const asked = child.allowed[0] ?? [];
	const [heldFor, askedFor] = [permissionsOf(parent), permissionsOf(child)];
	const byParent = compareRules(parent.disallowed, context, "deny");
	const byChild = compareRules(child.disallowed, ownContext(context), "deny");
	// Undecided counts as no, as for paths: the child gains the parent's denials in any case.
	const disallowed = new Set(asked.filter((text) => byParent(text) === true && byChild(text) === false));
	return asked.flatMap((text) => {
		const parsed = parseTermsRule(text, lookup);
		if (!parsed.ok) return [];
		const tool = toolNameText(parsed.rule.name);
		const disabled = heldFor(tool)?.enabled === false && askedFor(tool)?.enabled !== false;
		if (!disabled && !disallowed.has(text)) return [];
		const state = disallowed.has(text) ? "disallowed" : "disabled";
		return [
			escalation(context, {
				dimension: "tools.allowed",
				entry: text,
				requested: text,
				parent: state,
				message: `${text} is ${state} for the parent`,
			}),
		];
	});
}

/** SECURITY: who redeclares a tool decides which of its arguments are checked. */
function redeclarations(parent: Terms["tools"], child: Terms["tools"], context: EscalationContext): readonly Escalation[] {
	return Object.keys(child.declare).flatMap((tool) => {
		const held = Object.hasOwn(parent.declare, tool) ? parent.declare[tool] : undefined;
		if (held === undefined || stableText(held) === stableText(child.declare[tool])) return [];
		return [
			escalation(context, {
				dimension: `tools.declare.${tool}`,
				requested: "another declaration",
				parent: "its own declaration",
				message: "the parent declares this tool differently",
			}),
		];
	});
}
