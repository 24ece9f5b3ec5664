import type { AllOf, AnyOf, Terms, Writ } from "../../vocabulary/index.ts";
import { allowedText, parseTermsRule, patternLookup, type RuleTarget, type TermsRule, targetText, toolNameText } from "../rule/index.ts";
import { idsOf, inheritedTargets } from "../target/index.ts";
import { type ChildPlaces, carryDenials, carryPlaces } from "./carry-places.ts";
import { mapRecord } from "./meet-plain.ts";

/**
 * What a parent's terms mean for its children, to be met with theirs. With the child given, its places are taken into account where they
 * are not the parent's.
 */
export function inheritedTerms(parent: Writ, child?: ChildPlaces): Terms {
	const read = readByChild(parent);
	const { sandbox } = read;
	const sharesSession = sandbox.mode === "shared" || sandbox.session_share;
	// A child has directories of its own under any parent; only a session that the parent shares can be shared further.
	const held: Terms = { ...read, sandbox: { ...sandbox, mode: sharesSession ? "shared" : "nested", session_share: sharesSession } };
	return child === undefined ? held : carryPlaces(held, parent.places, child);
}

/**
 * What a parent's terms say when they are judged by themselves as a bound on a child, at the child's places: named places and words for
 * relatives are the child's own, and what the parent is denied on its own disk stays denied there. The same object when that changes nothing.
 */
export function boundOn(parent: Writ, child: ChildPlaces): Terms {
	return carryDenials(readByChild(parent), parent.places, child);
}

/**
 * A parent's terms with its words for relatives as a child reads them. Messages inside the family are the one thing that an ancestor does
 * not bound: a child may always reach its own parent and children.
 */
function readByChild(parent: Writ): Terms {
	const { terms } = parent;
	const { tools, messaging } = terms;
	const restricts = Object.values(tools.permissions).some((held) => (held.allowed_targets?.targets.length ?? 0) > 0);
	const speaks = [...tools.allowed, tools.disallowed, tools.ask].some(namesTarget);
	const allowed_targets = inheritedTargets(messaging.allowed_targets);
	const accept_from = inheritedTargets(messaging.accept_from);
	if (!restricts && !speaks && allowed_targets === messaging.allowed_targets && accept_from === messaging.accept_from) return terms;
	return {
		...terms,
		tools: {
			...tools,
			allowed: readGrants(tools.allowed, parent),
			disallowed: readDenials(tools.disallowed, parent),
			ask: readDenials(tools.ask, parent),
			permissions: mapRecord(tools.permissions, (held) =>
				held.allowed_targets === null ? held : { ...held, allowed_targets: inheritedTargets(held.allowed_targets) },
			),
		},
		messaging: { allowed_targets, accept_from },
	};
}

/** `nexus_send(target:children)` lets a child reach its own family. */
function readGrants(allowed: AllOf, parent: Writ): AllOf {
	return allowed.map((set) => rewriteTargets(set, parent, "grant"));
}

/** SECURITY: `nexus_send(target:parent)` forbids the agent above the parent, whom a child must not reach in its parent's stead. */
function readDenials(rules: AnyOf, parent: Writ): AnyOf {
	return rewriteTargets(rules, parent, "deny");
}

function namesTarget(rules: AnyOf): boolean {
	return rules.some((text) => text.includes("(target:"));
}

function rewriteTargets(rules: AnyOf, parent: Writ, use: "grant" | "deny"): AnyOf {
	if (!namesTarget(rules)) return rules;
	const lookup = patternLookup(parent.terms.tools.declare);
	const rewritten = rules.flatMap((text) => {
		const parsed = parseTermsRule(text, lookup, use);
		return parsed.ok ? rewriteRule(parsed.rule, text, parent, use) : [text];
	});
	return [...new Set(rewritten)].sort();
}

function rewriteRule({ name, pattern, conditional }: TermsRule, text: string, parent: Writ, use: "grant" | "deny"): AnyOf {
	if (pattern?.kind !== "target") return [text];
	const { target } = pattern;
	const ruleFor = (one: RuleTarget): string => {
		const rule = `${toolNameText(name)}(${targetText(one)})`;
		return conditional ? allowedText({ rule, when: "confined" }) : rule;
	};
	if (use === "grant") return [ruleFor({ relation: "family" }), ...("id" in target ? [text] : [])];
	return "id" in target ? [text] : idsOf(target.relation, parent).map((id) => ruleFor({ id }));
}
