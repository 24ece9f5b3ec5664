import type { Escalation, Terms, ToolTerms } from "../../../vocabulary/index.ts";
import { parseRule, patternLookup, toolNameText, uncoveredRules } from "../../rule/index.ts";
import { canonicalToolName } from "../../tools/index.ts";
import { stableText } from "../meet-plain.ts";
import { meetToolTerms } from "../meet-tools.ts";
import { type EscalationContext, escalation, ownContext } from "./escalation-report.ts";
import { setEscalations } from "./list-escalations.ts";
import { permissionEscalations } from "./permission-escalations.ts";

/** Rules, permissions and declarations of tools that go beyond the parent's. */
export function toolEscalations(parent: Terms["tools"], child: Terms["tools"], context: EscalationContext): readonly Escalation[] {
	const scope = { ...context, declarations: { ...child.declare, ...parent.declare } };
	return [
		...setEscalations("tools.allowed", parent.allowed, child.allowed, context, (held, asked) => uncoveredRules(held, asked, scope)),
		...forbiddenRules(parent, child, scope),
		...Object.entries(child.permissions).flatMap(([tool, asked]) => {
			const held = permissionOf(parent, tool);
			return held === undefined ? [] : permissionEscalations(tool, held, asked, context);
		}),
		...redeclarations(parent, child, context),
	];
}

/** What the parent's terms say of one tool, under all of its names. */
function permissionOf({ permissions }: Terms["tools"], tool: string): ToolTerms | undefined {
	const canonical = canonicalToolName(tool);
	const held = Object.entries(permissions).flatMap(([name, terms]) => (canonicalToolName(name) === canonical ? [terms] : []));
	const [first, ...others] = held;
	return first === undefined ? undefined : others.reduce(meetToolTerms, first);
}

/** Rules of which the parent's denials leave nothing, and the child's own do not. */
function forbiddenRules(parent: Terms["tools"], child: Terms["tools"], context: EscalationContext): readonly Escalation[] {
	const lookup = patternLookup(context.declarations);
	return (child.allowed[0] ?? []).flatMap((text) => {
		const parsed = parseRule(text, lookup);
		if (!parsed.ok) return [];
		const tool = toolNameText(parsed.rule.name);
		const disabled = permissionOf(parent, tool)?.enabled === false && permissionOf(child, tool)?.enabled !== false;
		const disallowed = isDisallowed(text, parent, context) && !isDisallowed(text, child, ownContext(context));
		if (!disabled && !disallowed) return [];
		const state = disallowed ? "disallowed" : "disabled";
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

function isDisallowed(text: string, { disallowed }: Terms["tools"], context: EscalationContext): boolean {
	return disallowed.length > 0 && uncoveredRules(disallowed, [text], context, "deny").length === 0;
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
