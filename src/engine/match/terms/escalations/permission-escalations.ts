import type { Escalation, ToolTerms } from "../../../vocabulary/index.ts";
import { containsArgumentRule } from "../../argument/index.ts";
import { type EscalationContext, escalation } from "./escalation-report.ts";
import { pathEscalations } from "./path-escalations.ts";
import { limitEscalation } from "./plain-escalations.ts";
import { targetEscalations } from "./target-escalations.ts";

/**
 * What a child asks for one tool beyond its parent. Values that it leaves open are no request: the child gains the
 * parent's (paths, timeout, targets, arguments, confirmation).
 */
export function permissionEscalations(
	tool: string,
	parent: ToolTerms,
	child: ToolTerms,
	context: EscalationContext,
): readonly Escalation[] {
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
