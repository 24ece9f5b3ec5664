import {
	type CommandRule,
	compileHostSet,
	compileToolName,
	type HostMatcher,
	type PatternSet,
	parseRule,
	patternLookup,
	patternSet,
	type Rule,
	type RuleTarget,
} from "../match/index.ts";
import type { AnyOf, ToolDeclaration } from "../vocabulary/index.ts";

/** The rules of one list that speak of one tool. */
export interface ToolRules {
	/** A rule without a pattern: every call. */
	readonly whole: string | null;
	readonly paths: readonly { readonly rule: string; readonly entry: string }[];
	readonly domains: readonly { readonly rule: string; readonly host: HostMatcher }[];
	readonly profiles: readonly { readonly rule: string; readonly profile: string }[];
	readonly targets: readonly { readonly rule: string; readonly target: RuleTarget }[];
	readonly commands: PatternSet;
	/** Any rule at all. */
	readonly first: string | null;
}

/** Finds the rules of one list by tool; what was looked up is kept. */
export type RuleList = (tool: string) => ToolRules;

export const NO_RULES: ToolRules = {
	whole: null,
	paths: [],
	domains: [],
	profiles: [],
	targets: [],
	commands: patternSet([]),
	first: null,
};

/** Reads a list of rules once. INVARIANT: a rule that cannot be read allows nothing, and forbids every call of every tool. */
export function compileRules(texts: AnyOf, use: "grant" | "deny", declarations: Readonly<Record<string, ToolDeclaration>>): RuleList {
	const lookup = patternLookup(declarations);
	const rules: { readonly rule: Rule; readonly matches: (tool: string) => boolean }[] = [];
	let broken: string | null = null;
	for (const text of texts) {
		const parsed = parseRule(text, lookup, use);
		if (parsed.ok) rules.push({ rule: parsed.rule, matches: compileToolName(parsed.rule.name, use) });
		else if (use === "deny") broken = text;
	}
	const known = new Map<string, ToolRules>();
	return (tool) => {
		const kept = known.get(tool);
		if (kept !== undefined) return kept;
		const own = rules.filter(({ matches }) => matches(tool)).map(({ rule }) => rule);
		const made = broken !== null ? { ...NO_RULES, whole: broken, first: broken } : own.length === 0 ? NO_RULES : collect(own);
		// A caller may ask for any number of names: only a bounded number is kept.
		if (known.size < 2_000) known.set(tool, made);
		return made;
	};
}

function collect(rules: readonly Rule[]): ToolRules {
	const commands: { rule: string; pattern: CommandRule["pattern"] | null }[] = [];
	const found = {
		paths: [] as ToolRules["paths"][number][],
		domains: [] as ToolRules["domains"][number][],
		profiles: [] as ToolRules["profiles"][number][],
		targets: [] as ToolRules["targets"][number][],
	};
	let whole: string | null = null;
	for (const { text, pattern } of rules) {
		if (pattern === null) whole ??= text;
		else if (pattern.kind === "path") found.paths.push({ rule: text, entry: pattern.entry });
		else if (pattern.kind === "domain") found.domains.push({ rule: text, host: compileHostSet([pattern.host.text], "grant") });
		else if (pattern.kind === "profile") found.profiles.push({ rule: text, profile: pattern.profile });
		else if (pattern.kind === "target") found.targets.push({ rule: text, target: pattern.target });
		else commands.push({ rule: text, pattern: pattern.command });
	}
	if (whole !== null) commands.push({ rule: whole, pattern: null });
	return { whole, ...found, commands: patternSet(commands), first: rules[0]?.text ?? null };
}
