import { type PatternSet, patternSet } from "../commands/index.ts";
import { compileHostSet, type HostMatcher } from "../hosts/index.ts";
import type { AnyOf, Facts, Terms, ToolDeclaration, ToolEntry, ToolTerms } from "../language/index.ts";
import {
	compileRuleTools,
	compileWildcard,
	containsRules,
	isConditional,
	patternLookup,
	type RuleTarget,
	readTermsRules,
	type TermsRule,
	unconditional,
} from "../tool-rules/index.ts";
import { canonicalToolName, toolOf } from "../tools/index.ts";
import { rememberNames, rememberPart } from "./memory/compiled.ts";

/** Everything that the terms say of one tool. */
export interface ToolPlan {
	readonly entry: ToolEntry | undefined;
	/** The rules that hold now, one for each set; every one must admit the call. */
	readonly allowed: readonly ToolRules[];
	/** The same with the rules that would hold inside a sandbox; `null` = there are no others. */
	readonly inside: readonly ToolRules[] | null;
	readonly disallowed: ToolRules;
	readonly ask: ToolRules;
	readonly permissions: readonly ToolTerms[];
	/** A call without arguments touches nothing. */
	readonly quiet: boolean;
}

/** What the terms say of a tool to an agent that a sandbox confines, or to one that none does. */
export function planTool(tools: Terms["tools"], name: string, confined: boolean): ToolPlan {
	return (confined ? plansInside : plansOutside)(tools)(name);
}

const plansInside = rememberPart((tools: Terms["tools"]) => compileTools(tools, true));
const plansOutside = rememberPart((tools: Terms["tools"]) => compileTools(tools, false));

function compileTools(tools: Terms["tools"], confined: boolean): (name: string) => ToolPlan {
	const every = () => tools.allowed.map((set) => compileRules(set, "grant", tools.declare, () => true));
	const allowed = confined ? every() : tools.allowed.map((set) => compileRules(set, "grant", tools.declare));
	const conditional = !confined && tools.allowed.some((set) => set.some(isConditional)) ? every() : null;
	const disallowed = compileRules(tools.disallowed, "deny", tools.declare);
	const ask = compileRules(tools.ask, "deny", tools.declare);
	return rememberNames((name) => {
		const entry = toolOf(name, tools.declare);
		return {
			allowed: allowed.map((list) => list(name)),
			inside: conditional?.map((list) => list(name)) ?? null,
			disallowed: disallowed(name),
			ask: ask(name),
			permissions: permissionsOf(tools.permissions, name),
			entry,
			quiet: isQuiet(entry),
		};
	});
}

/** The rules that speak of the tool, also those that do not hold now, one for each set. */
export function everyRule({ allowed, inside: conditional }: ToolPlan): readonly ToolRules[] {
	return conditional ?? allowed;
}

function isQuiet(entry: ToolEntry | undefined): boolean {
	if (entry === undefined) return true;
	const uses = [
		...(entry.reads ?? []),
		...(entry.writes ?? []),
		...(entry.hosts ?? []),
		...(entry.profiles ?? []),
		...(entry.commands ?? []),
	];
	return (entry.targets?.length ?? 0) === 0 && uses.every((use) => typeof use === "string" || use.defaultsToCwd !== true);
}

/** Entries of `tools.permissions` for the tool, under its own name or a pattern that fits. */
function permissionsOf(permissions: Terms["tools"]["permissions"], name: string): readonly ToolTerms[] {
	const canonical = canonicalToolName(name);
	return Object.entries(permissions).flatMap(([key, terms]) =>
		canonicalToolName(key) === canonical || (key.includes("*") && compileWildcard(key)(name)) ? [terms] : [],
	);
}

/** The rules of one list that speak of one tool. */
export interface ToolRules {
	/** A rule without a pattern: every call. */
	readonly whole: string | null;
	readonly paths: readonly { readonly rule: string; readonly entry: string }[];
	readonly domains: readonly { readonly rule: string; readonly host: HostMatcher }[];
	readonly profiles: readonly { readonly rule: string; readonly profile: string }[];
	readonly targets: readonly { readonly rule: string; readonly target: RuleTarget }[];
	readonly texts: readonly { readonly rule: string; readonly text: string; readonly prefix: boolean; readonly verbatim: boolean }[];
	readonly arguments: readonly { readonly rule: string; readonly argument: string; readonly matches: (value: string) => boolean }[];
	readonly commands: PatternSet;
	/** Any rule at all. */
	readonly first: string | null;
}

/** Finds the rules of one list by tool. */
type RuleList = (tool: string) => ToolRules;

export const NO_RULES: ToolRules = {
	whole: null,
	paths: [],
	domains: [],
	profiles: [],
	targets: [],
	texts: [],
	arguments: [],
	commands: patternSet([]),
	first: null,
};

/**
 * Reads a list of rules once; `holds` leaves out rules whose condition is not met.
 * INVARIANT: a rule that cannot be read allows nothing, and forbids every call of every tool.
 */
function compileRules(
	texts: AnyOf,
	use: "grant" | "deny",
	declarations: Readonly<Record<string, ToolDeclaration>>,
	holds: (rule: TermsRule) => boolean = ({ conditional }) => !conditional,
): RuleList {
	const lookup = patternLookup(declarations);
	const rules: { readonly rule: TermsRule; readonly matches: (tool: string) => boolean }[] = [];
	let broken: string | null = null;
	for (const text of texts) {
		const read = readTermsRules(text, lookup, use);
		if (read.ok) for (const rule of read.rules.filter(holds)) rules.push({ rule, matches: compileRuleTools(rule, use, declarations) });
		else if (use === "deny") broken = text;
	}
	return (tool) => {
		const own = rules.filter(({ matches }) => matches(tool)).map(({ rule }) => rule);
		const read = own.length === 0 ? NO_RULES : collect(own, use);
		return broken === null ? read : { ...read, whole: broken, first: broken };
	};
}

function collect(rules: readonly TermsRule[], use: "grant" | "deny"): ToolRules {
	const commands: Parameters<typeof patternSet>[0][number][] = [];
	const found = {
		paths: [] as ToolRules["paths"][number][],
		domains: [] as ToolRules["domains"][number][],
		profiles: [] as ToolRules["profiles"][number][],
		targets: [] as ToolRules["targets"][number][],
		texts: [] as ToolRules["texts"][number][],
		arguments: [] as ToolRules["arguments"][number][],
	};
	let whole: string | null = null;
	for (const { text, pattern, conditional } of rules) {
		// Among several, the one that always holds is named.
		if (pattern === null) whole = whole === null || isConditional(whole) ? text : whole;
		else if (pattern.kind === "path") found.paths.push({ rule: text, entry: pattern.entry });
		else if (pattern.kind === "domain") found.domains.push({ rule: text, host: compileHostSet([pattern.host.text], use) });
		else if (pattern.kind === "profile") found.profiles.push({ rule: text, profile: pattern.profile });
		else if (pattern.kind === "target") found.targets.push({ rule: text, target: pattern.target });
		else if (pattern.kind === "text")
			found.texts.push({ rule: text, text: pattern.text, prefix: pattern.prefix, verbatim: pattern.verbatim });
		else if (pattern.kind === "argument")
			found.arguments.push({ rule: text, argument: pattern.argument, matches: compileWildcard(pattern.value) });
		else commands.push({ rule: text, pattern: pattern.command, ...(conditional ? { when: "confined" } : {}) });
	}
	if (whole !== null) commands.push({ rule: whole, pattern: null });
	return { whole, ...found, commands: patternSet(commands), first: rules[0]?.text ?? null };
}

/** What people granted for a while that speaks of a tool. INVARIANT: nothing beyond the ceiling is granted. */
export function grantedRules({ grants = [], ceiling, confined }: Facts, terms: Terms, tool: string): ToolRules {
	if (grants.length === 0 || (ceiling !== undefined && isForbidden(ceiling, tool))) return NO_RULES;
	const { declare } = terms.tools;
	const rules = grants
		.map(({ rule }) => rule)
		.filter((rule) => ceiling === undefined || isWithin(ceiling, rule, declare, confined === true));
	return compileRules(rules, "grant", declare)(tool);
}

/** Whether a ceiling says anything against a tool: then nothing about it is granted. */
function isForbidden({ tools }: Terms, tool: string): boolean {
	const { disallowed, permissions } = planTool(tools, tool, false);
	return disallowed.first !== null || permissions.some(({ enabled }) => !enabled);
}

/** Whether all that a rule speaks of is allowed by a ceiling, here and now. */
function isWithin({ tools: { allowed } }: Terms, rule: string, declarations: Terms["tools"]["declare"], confined: boolean): boolean {
	return allowed.every((rules) => containsRules(confined ? rules.map(unconditional) : rules, [rule], { declarations }));
}
