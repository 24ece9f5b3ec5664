import type { Escalation, Terms, ToolTerms } from "../language/index.ts";
import { compareRules, containsArgumentRule, parseTermsRule, patternLookup, toolNameText } from "../tool-rules/index.ts";
import { canonicalToolName } from "../tools/index.ts";
import { type EscalationContext, escalation, ownContext } from "./escalation-report.ts";
import { listEscalations, pathEscalations, setEscalations } from "./list-escalations.ts";
import { meetToolTerms } from "./meet-terms.ts";
import { stableText, unite } from "./meet-values.ts";
import { limitEscalation, plainEscalations, targetEscalations } from "./plain-escalations.ts";

/**
 * Everything that a child asks for beyond its parent, all at once. For a parent agent pass `inheritedTerms(parent)`.
 * A denial that the child does not repeat is not an escalation: the child gains it.
 */
export function findEscalations(parent: Terms, child: Terms, context: EscalationContext = {}): readonly Escalation[] {
	const { filesystem: held } = parent;
	const { filesystem: asked } = child;
	const blocked = { parent: held.blocked_paths, child: asked.blocked_paths };
	const unwritable = {
		parent: unite(held.blocked_paths, held.protected_paths),
		child: unite(asked.blocked_paths, asked.protected_paths),
	};
	return [
		...toolEscalations(parent.tools, child.tools, context),
		...pathEscalations("filesystem.sandbox_root", held.sandbox_root, asked.sandbox_root, context),
		...pathEscalations("filesystem.read_paths", held.read_paths, asked.read_paths, context, blocked),
		...pathEscalations("filesystem.write_paths", held.write_paths, asked.write_paths, context, unwritable),
		...listEscalations(parent, child, context),
		...targetEscalations("messaging.allowed_targets", parent.messaging.allowed_targets, child.messaging.allowed_targets, context),
		...targetEscalations("messaging.accept_from", parent.messaging.accept_from, child.messaging.accept_from, context),
		...plainEscalations(parent, child, context),
	];
}

/** Rules, permissions and declarations of tools that go beyond the parent's. */
function toolEscalations(parent: Terms["tools"], child: Terms["tools"], context: EscalationContext): readonly Escalation[] {
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

/**
 * What a child asks for one tool beyond its parent. Values that it leaves open are not requests: the child gains the
 * parent's (paths, timeout, targets, arguments, confirmation).
 */
function permissionEscalations(tool: string, parent: ToolTerms, child: ToolTerms, context: EscalationContext): readonly Escalation[] {
	const dimension = `tools.permissions.${tool}`;
	return [
		...(child.enabled && !parent.enabled
			? [
					escalation(context, {
						dimension: `${dimension}.enabled`,
						requested: "true",
						parent: "false",
						message: "the tool is disabled for the parent",
					}),
				]
			: []),
		...(child.allowed_paths.length === 0
			? []
			: pathEscalations(`${dimension}.allowed_paths`, parent.allowed_paths, child.allowed_paths, context, {
					parent: parent.blocked_paths,
					child: child.blocked_paths,
				})),
		...(child.timeout === null ? [] : limitEscalation(`${dimension}.timeout`, parent.timeout, child.timeout, context)),
		...(child.allowed_targets === null || parent.allowed_targets === null
			? []
			: targetEscalations(`${dimension}.allowed_targets`, parent.allowed_targets, child.allowed_targets, context)),
		...argumentEscalations(`${dimension}.arguments`, parent, child, context),
	];
}

/** An argument that both restrict, the child less than the parent. */
function argumentEscalations(group: string, parent: ToolTerms, child: ToolTerms, context: EscalationContext): readonly Escalation[] {
	const held = parent.arguments.flatMap((rules) => Object.entries(rules));
	return held.flatMap(([argument, rule]) => {
		const asked = child.arguments.flatMap((rules) => (Object.hasOwn(rules, argument) ? [rules[argument]] : []));
		if (asked.length === 0 || asked.some((own) => own !== undefined && containsArgumentRule(rule, own))) return [];
		const [requested, parentText] = [JSON.stringify(asked[0]), JSON.stringify(rule)];
		return [
			escalation(context, {
				dimension: `${group}.${argument}`,
				requested,
				parent: parentText,
				message: `${requested} is not within the parent's ${parentText}`,
			}),
		];
	});
}
