import type { AnyOf, ToolDeclaration } from "../../vocabulary/index.ts";
import { listAllowance } from "../automaton/index.ts";
import { once, type PathUse } from "../path/index.ts";
import { canonicalToolName, toolOf } from "../tools/index.ts";
import { compareNames } from "./compare-names.ts";
import { comparePatterns, type RuleScope } from "./compare-patterns.ts";
import { parseTermsRule, readTermsRules } from "./conditional-rule.ts";
import { runsCommands, SHELL } from "./matches-tool.ts";
import type { PatternLookup, Rule, RulePattern } from "./parse-rule.ts";
import { toolNameText } from "./tool-name.ts";

/** Whether every call that the inner rules cover is covered by the outer ones; undecided counts as no. */
export function containsRules(outer: AnyOf, inner: AnyOf, scope: RuleScope = {}): boolean {
	return uncoveredRules(outer, inner, scope).length === 0;
}

/** The inner rules that the outer ones do not cover whole. Text that is no rule covers nothing and is covered by nothing. */
export function uncoveredRules(outer: AnyOf, inner: AnyOf, scope: RuleScope = {}, outerUse: PathUse = "grant"): readonly string[] {
	const covers = compareRules(outer, scope, outerUse);
	return inner.filter((text) => covers(text) !== true);
}

/**
 * Prepares the comparison of rules with those of one list: whether these cover a rule whole; "unknown" when it is too complex.
 * A rule that holds only inside a sandbox lies below the plain one: conditional rules cover no more than conditional ones.
 */
export function compareRules(outer: AnyOf, scope: RuleScope = {}, outerUse: PathUse = "grant"): (text: string) => boolean | "unknown" {
	const lookup = patternLookup(scope.declarations);
	const texts = new Set(outerUse === "grant" ? outer : []);
	const rules = once(() =>
		outer.flatMap((text) => {
			const read = readTermsRules(text, lookup, outerUse);
			return read.ok ? read.rules : [];
		}),
	);
	const always = once(() =>
		coverRules(
			rules().filter(({ conditional }) => !conditional),
			scope,
			outerUse,
		),
	);
	const inside = once(() => (rules().some(({ conditional }) => conditional) ? coverRules(rules(), scope, outerUse) : always()));
	return (text) => {
		if (texts.has(text)) return true;
		const parsed = parseTermsRule(text, lookup, "grant");
		return parsed.ok && (parsed.rule.conditional ? inside() : always())(parsed.rule);
	};
}

/** What patterns mean, from the registry and a person's own declarations. */
export function patternLookup(declarations?: Readonly<Record<string, ToolDeclaration>>): PatternLookup {
	return (name) => toolOf(name, declarations)?.pattern;
}

/** Arranges rules by their tools, and gives the test of whether they cover a rule whole. */
function coverRules(outer: readonly Rule[], scope: RuleScope, use: PathUse): (rule: Rule) => boolean | "unknown" {
	const names = compareNames(
		outer.flatMap(({ name, pattern }) => (pattern === null ? [name] : [])),
		use,
		scope.declarations,
	);
	const list = listAllowance();
	const patterned = Map.groupBy(
		outer.filter(({ pattern }) => pattern !== null),
		({ name }) => canonicalToolName(toolNameText(name)),
	);
	const byTool = new Map<string, (pattern: RulePattern) => boolean | "unknown">();
	const coversOf = (tool: string) => {
		const known = byTool.get(tool);
		if (known !== undefined) return known;
		const wider = use === "deny" && tool !== SHELL && runsCommands(tool, scope.declarations) ? (patterned.get(SHELL) ?? []) : [];
		const patterns = [...(patterned.get(tool) ?? []), ...wider].flatMap(({ pattern }) => (pattern === null ? [] : [pattern]));
		const covers = comparePatterns(patterns, scope, use, list);
		byTool.set(tool, covers);
		return covers;
	};
	return ({ name, pattern }) => {
		if (names(name)) return true;
		return pattern !== null && coversOf(canonicalToolName(toolNameText(name)))(pattern);
	};
}
