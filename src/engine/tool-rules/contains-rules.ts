import { type Allowance, listAllowance } from "../automata/index.ts";
import { containsCommandPattern } from "../commands/index.ts";
import { compareHostEntries } from "../hosts/index.ts";
import { type AnyOf, type ArgumentRule, assertNever, type ToolDeclaration } from "../language/index.ts";
import { comparePaths, once, type PathScope, type PathUse } from "../paths/index.ts";
import type { CommandPattern } from "../rules/index.ts";
import { canonicalToolName, findTool, toolOf } from "../tools/index.ts";
import { compileNamePattern, compileToolName, registryTools, runsCommands, SHELL, toolKeys } from "./matches-tool.ts";
import { type PatternLookup, parseTermsRule, type Rule, type RulePattern, type RuleTarget, readTermsRules } from "./rule.ts";
import { isEveryTool, isWild, namePattern, type ToolName, toolNameText } from "./tool-name.ts";
import { compareWildcards } from "./wildcard.ts";

/** Whether every call that the inner rules cover is covered by the outer ones; undecided counts as no. */
export function containsRules(outer: AnyOf, inner: AnyOf, scope: RuleScope = {}): boolean {
	return uncoveredRules(outer, inner, scope).length === 0;
}

/** The inner rules that the outer ones do not cover whole. Text that is not a rule covers nothing and is covered by nothing. */
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

/**
 * Prepares the comparison of tool names with those of one list, which name whole tools: whether these hold every tool of a
 * name. Names with stars are compared tool by tool inside the registry, and by what they could match outside.
 */
function compareNames(
	outer: readonly ToolName[],
	use: PathUse,
	declarations?: Readonly<Record<string, ToolDeclaration>>,
): (inner: ToolName) => boolean {
	const named = new Set(outer.filter((name) => !isWild(name)).map((name) => canonicalToolName(toolNameText(name))));
	const every = outer.some(isEveryTool);
	const wild = outer.filter((name) => isWild(name) && !isEveryTool(name));
	const texts = new Set(wild.map(namePattern));
	const holds = compareWildcards(wild.map((name) => ({ text: namePattern(name), matches: compileNamePattern(name) })));
	const holdsOne = (tool: string): boolean => {
		if (named.has(canonicalToolName(tool)) || (every && (use === "deny" || findTool(tool) !== undefined))) return true;
		return toolKeys(tool).some(holds);
	};
	// A denial of `Bash` is one of every tool that runs commands.
	const shells = once(() => use === "deny" && holdsOne(SHELL));
	const holdsTool = (tool: string): boolean => holdsOne(tool) || (runsCommands(tool, declarations) && shells());
	const missing = once(() => [...registryTools()].filter((tool) => !holdsTool(tool)));
	return (inner) => {
		if (!isWild(inner)) return holdsTool(toolNameText(inner));
		const wanted = compileToolName(inner, "grant");
		if (missing().some(wanted)) return false;
		if (isEveryTool(inner) || (use === "deny" && every)) return true;
		return texts.has(namePattern(inner)) || holds(namePattern(inner));
	};
}

/** What rules are compared by besides their texts. */
export interface RuleScope extends PathScope {
	/** Tools of the person's own, which give patterns their meaning. */
	readonly declarations?: Readonly<Record<string, ToolDeclaration>>;
	/** Ids of the agent's own parent and children, so that they count as its family. */
	readonly family?: readonly string[];
}

/** Prepares the comparison of patterns with those of one tool: whether these hold everything of a pattern; "unknown" when it is too complex. */
function comparePatterns(
	outer: readonly RulePattern[],
	scope: RuleScope,
	use: PathUse,
	list: Allowance,
): (inner: RulePattern) => boolean | "unknown" {
	const commands = once(() => compareCommands(outer.flatMap((held) => (held.kind === "command" ? [held.command] : []))));
	const paths = once(() =>
		comparePaths({ parent: outer.flatMap((held) => (held.kind === "path" ? [held.entry] : [])), parentUse: use, scope }, list),
	);
	const hosts = once(() => compareHostEntries(outer.flatMap((held) => (held.kind === "domain" ? [held.host] : []))));
	const profiles = once(() => new Set(outer.flatMap((held) => (held.kind === "profile" ? [held.profile] : []))));
	const targets = once(() =>
		compareTargets(
			outer.flatMap((held) => (held.kind === "target" ? [held.target] : [])),
			scope.family ?? [],
		),
	);
	const texts = outer.flatMap((held) => (held.kind === "text" ? [held] : []));
	return (inner) => {
		switch (inner.kind) {
			case "command":
				return commands()(inner.command);
			case "path":
				return paths()(inner.entry).contained;
			case "domain":
				return hosts()(inner.host);
			case "profile":
				return profiles().has(inner.profile);
			case "target":
				return targets()(inner.target);
			case "text":
				return texts.some((held) => holdsText(held, inner));
			case "argument":
				return false;
			default:
				return assertNever(inner);
		}
	};
}

type TextPattern = Extract<RulePattern, { kind: "text" }>;

function holdsText(outer: TextPattern, inner: TextPattern): boolean {
	if (outer.text === inner.text) return outer.prefix || !inner.prefix;
	return outer.prefix && (inner.text.startsWith(`${outer.text} `) || inner.text.startsWith(`${outer.text}:`));
}

/** Only a pattern whose words are the first of another's can hold it, so that the beginnings of its words are looked up; with stars all are. */
function compareCommands(outer: readonly CommandPattern[]): (inner: CommandPattern) => boolean {
	const byWords = Map.groupBy(outer, ({ words }) => keyOf(words));
	const wild = outer.filter(({ forms }) => forms !== undefined);
	return (inner) => {
		if (wild.some((held) => containsCommandPattern(held, inner))) return true;
		for (let count = 0; count <= inner.words.length; count++) {
			if (byWords.get(keyOf(inner.words.slice(0, count)))?.some((held) => containsCommandPattern(held, inner)) === true) return true;
		}
		return false;
	};
}

function keyOf(words: readonly string[]): string {
	return JSON.stringify(words);
}

function compareTargets(outer: readonly RuleTarget[], family: readonly string[]): (inner: RuleTarget) => boolean {
	const relations = new Set(outer.flatMap((held) => ("relation" in held ? [held.relation] : [])));
	const ids = new Set(outer.flatMap((held) => ("id" in held ? [held.id] : [])));
	const wholeFamily = relations.has("family") || (relations.has("parent") && relations.has("children"));
	return (inner) => {
		if ("relation" in inner) return relations.has(inner.relation) || wholeFamily;
		return ids.has(inner.id) || (wholeFamily && family.includes(inner.id));
	};
}

type Constraint = Extract<ArgumentRule, object>;
type Plain = Exclude<ArgumentRule, object>;

/** Whether every argument that the inner rule lets through passes the outer one; what cannot be told counts as no. */
export function containsArgumentRule(outer: ArgumentRule, inner: ArgumentRule): boolean {
	if (typeof outer !== "object") return typeof inner === "object" ? onlyValues(inner, [outer]) : outer === inner;
	return typeof inner === "object" ? impliesConstraint(outer, inner) : valuePasses(outer, inner);
}

function impliesConstraint(outer: Constraint, inner: Constraint): boolean {
	if (outer.min !== undefined && !(inner.min !== undefined && inner.min >= outer.min)) return false;
	if (outer.max !== undefined && !(inner.max !== undefined && inner.max <= outer.max)) return false;
	if (outer.max_length !== undefined && !(inner.max_length !== undefined && inner.max_length <= outer.max_length)) return false;
	if (outer.required === true && inner.required !== true) return false;
	if (outer.any !== undefined && !onlyValues(inner, outer.any)) return false;
	return valuesOf(outer.not).every((value) => valuesOf(inner.not).includes(value));
}

/** A plain value under a constraint; a text with glob characters stands for more than itself and is not judged. */
function valuePasses(outer: Constraint, value: Plain): boolean {
	if (typeof value === "string" && isGlob(value)) return false;
	if (outer.required === true) return false;
	if (outer.min !== undefined && !(typeof value === "number" && value >= outer.min)) return false;
	if (outer.max !== undefined && !(typeof value === "number" && value <= outer.max)) return false;
	if (outer.max_length !== undefined && !(typeof value === "string" && value.length <= outer.max_length)) return false;
	if (outer.any !== undefined && !outer.any.includes(value)) return false;
	return valuesOf(outer.not).every((forbidden) => forbidden !== value && !(typeof forbidden === "string" && isGlob(forbidden)));
}

function onlyValues(inner: Constraint, values: readonly Plain[]): boolean {
	return inner.any?.every((value) => values.includes(value)) ?? false;
}

function valuesOf(not: Constraint["not"]): readonly Plain[] {
	if (not === undefined) return [];
	return typeof not === "object" ? not : [not];
}

function isGlob(text: string): boolean {
	return /[*?[{]/.test(text);
}
