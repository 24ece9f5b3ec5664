import { type AnyOf, assertNever, type ToolDeclaration } from "../../vocabulary/index.ts";
import { choice, exactText, isContained, toAutomaton } from "../automaton/index.ts";
import { containsCommandPattern } from "../command/index.ts";
import { containsHost } from "../host/index.ts";
import { containsPathEntry, type PathScope, type PathUse } from "../path/index.ts";
import { canonicalToolName, toolOf } from "../tools/index.ts";
import { compileToolName, registryTools, toolKeys } from "./matches-tool.ts";
import { type PatternLookup, parseRule, type Rule, type RulePattern, type RuleTarget } from "./parse-rule.ts";
import { isEveryTool, isWild, nameExpression, namePattern, type ToolName, toolNameText } from "./tool-name.ts";

/** What rules are compared by besides their texts. */
export interface RuleScope extends PathScope {
	/** Tools of the person's own, which give patterns their meaning. */
	readonly declarations?: Readonly<Record<string, ToolDeclaration>>;
	/** Ids of the agent's own parent and children, so that they count as its family. */
	readonly family?: readonly string[];
}

/** Whether every call that the inner rules cover is covered by the outer ones; undecided counts as no. */
export function containsRules(outer: AnyOf, inner: AnyOf, scope: RuleScope = {}): boolean {
	return uncoveredRules(outer, inner, scope).length === 0;
}

/** The inner rules that the outer ones do not cover whole. Text that is no rule covers nothing and is covered by nothing. */
export function uncoveredRules(outer: AnyOf, inner: AnyOf, scope: RuleScope = {}, outerUse: PathUse = "grant"): readonly string[] {
	const lookup = patternLookup(scope.declarations);
	const rules = outer.flatMap((text) => {
		const parsed = parseRule(text, lookup, outerUse);
		return parsed.ok ? [parsed.rule] : [];
	});
	return inner.filter((text) => {
		if (outerUse === "grant" && outer.includes(text)) return false;
		const parsed = parseRule(text, lookup, "grant");
		return !parsed.ok || !isCovered(parsed.rule, rules, scope, outerUse);
	});
}

/** What patterns mean, from the registry and a person's own declarations. */
export function patternLookup(declarations?: Readonly<Record<string, ToolDeclaration>>): PatternLookup {
	return (name) => toolOf(name, declarations)?.pattern;
}

function isCovered(rule: Rule, outer: readonly Rule[], scope: RuleScope, use: PathUse): boolean {
	const whole = outer.filter((held) => held.pattern === null).map((held) => held.name);
	if (isWild(rule.name)) return coversNames(whole, rule.name, use);
	const tool = toolNameText(rule.name);
	if (whole.some((name) => compileToolName(name, use)(tool))) return true;
	const { pattern } = rule;
	if (pattern === null) return false;
	const canonical = canonicalToolName(tool);
	const patterns = outer.flatMap((held) =>
		held.pattern !== null && canonicalToolName(toolNameText(held.name)) === canonical ? [held.pattern] : [],
	);
	return coversPattern(patterns, pattern, scope, use);
}

/** Whether names with stars lie in others: tool by tool inside the registry, by their languages outside. */
function coversNames(outer: readonly ToolName[], inner: ToolName, use: PathUse): boolean {
	const wanted = compileToolName(inner, "grant");
	const holders = outer.map((name) => compileToolName(name, use));
	for (const tool of registryTools()) {
		if (wanted(tool) && !holders.some((holds) => holds(tool))) return false;
	}
	if (isEveryTool(inner) || (use === "deny" && outer.some(isEveryTool))) return true;
	const others = outer.filter((name) => !isEveryTool(name));
	if (others.some((name) => namePattern(name) === namePattern(inner))) return true;
	const known = [...registryTools()].filter(wanted).flatMap(toolKeys).map(exactText);
	return (
		isContained([toAutomaton(nameExpression(inner))], toAutomaton(choice([...others.map(nameExpression), ...known]))).contained === true
	);
}

function coversPattern(outer: readonly RulePattern[], inner: RulePattern, scope: RuleScope, use: PathUse): boolean {
	switch (inner.kind) {
		case "command":
			return outer.some((held) => held.kind === "command" && containsCommandPattern(held.command, inner.command));
		case "path": {
			const parent = outer.flatMap((held) => (held.kind === "path" ? [held.entry] : []));
			return containsPathEntry(inner.entry, { parent, parentUse: use, scope }).contained === true;
		}
		case "domain":
			return outer.some((held) => held.kind === "domain" && containsHost(held.host, inner.host));
		case "profile":
			return outer.some((held) => held.kind === "profile" && held.profile === inner.profile);
		case "target":
			return coversTarget(
				outer.flatMap((held) => (held.kind === "target" ? [held.target] : [])),
				inner.target,
				scope.family ?? [],
			);
		default:
			return assertNever(inner);
	}
}

function coversTarget(outer: readonly RuleTarget[], inner: RuleTarget, family: readonly string[]): boolean {
	const relations = new Set(outer.flatMap((held) => ("relation" in held ? [held.relation] : [])));
	const wholeFamily = relations.has("family") || (relations.has("parent") && relations.has("children"));
	if ("relation" in inner) return relations.has(inner.relation) || wholeFamily;
	if (wholeFamily && family.includes(inner.id)) return true;
	return outer.some((held) => "id" in held && held.id === inner.id);
}
