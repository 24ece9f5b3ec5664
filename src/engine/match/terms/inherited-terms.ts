import type { AllOf, AnyOf, Terms, Writ } from "../../vocabulary/index.ts";
import { parseRule, patternLookup, type Rule, targetText, toolNameText } from "../rule/index.ts";
import { idsOf, inheritedTargets } from "../target/index.ts";
import { type ChildPlaces, carryPlaces } from "./carry-places.ts";
import { mapRecord } from "./meet-plain.ts";

/**
 * What a parent's terms mean for its children: words for the parent's own relations become ids, because in the child's
 * writ the same words would mean other agents. A child may always reach its own parent and children. With the child
 * given, its places are taken into account where they are not the parent's.
 */
export function inheritedTerms(parent: Writ, child?: ChildPlaces): Terms {
	const held = inherit(parent);
	return child === undefined ? held : carryPlaces(held, parent.places, child);
}

function inherit(parent: Writ): Terms {
	const { terms } = parent;
	const { tools, messaging, sandbox } = terms;
	const sharesSession = sandbox.mode === "shared" || sandbox.session_share;
	return {
		...terms,
		tools: {
			...tools,
			allowed: inheritedGrants(tools.allowed, parent),
			disallowed: inheritedDenials(tools.disallowed, parent),
			ask: inheritedDenials(tools.ask, parent),
			permissions: mapRecord(tools.permissions, (held) =>
				held.allowed_targets === null ? held : { ...held, allowed_targets: inheritedTargets(held.allowed_targets, parent) },
			),
		},
		messaging: {
			allowed_targets: inheritedTargets(messaging.allowed_targets, parent),
			accept_from: inheritedTargets(messaging.accept_from, parent),
		},
		// A child has directories of its own under any parent; only a session that the parent shares can be shared further.
		sandbox: { ...sandbox, mode: sharesSession ? "shared" : "nested", session_share: sharesSession },
	};
}

/** `nexus_send(target:children)` lets the parent's children reach each other, and each its own family. */
function inheritedGrants(allowed: AllOf, parent: Writ): AllOf {
	return allowed.map((set) => rewriteTargets(set, parent, "grant"));
}

/** `nexus_send(target:parent)` forbids the agent above the parent, not the parent itself. */
function inheritedDenials(rules: AnyOf, parent: Writ): AnyOf {
	return rewriteTargets(rules, parent, "deny");
}

function rewriteTargets(rules: AnyOf, parent: Writ, use: "grant" | "deny"): AnyOf {
	if (!rules.some((text) => text.includes("(target:"))) return rules;
	const lookup = patternLookup(parent.terms.tools.declare);
	const rewritten = rules.flatMap((text) => {
		const parsed = parseRule(text, lookup, use);
		return parsed.ok ? rewriteRule(parsed.rule, text, parent, use) : [text];
	});
	return [...new Set(rewritten)].sort();
}

function rewriteRule({ name, pattern }: Rule, text: string, parent: Writ, use: "grant" | "deny"): AnyOf {
	if (pattern?.kind !== "target") return [text];
	const { target } = pattern;
	const ids = "relation" in target ? idsOf(target.relation, parent) : [target.id];
	const rules = ids.map((id) => `${toolNameText(name)}(${targetText({ id })})`);
	return use === "grant" ? [`${toolNameText(name)}(${targetText({ relation: "family" })})`, ...rules] : rules;
}
