import { type PatternSet, patternSet } from "../commands/index.ts";
import {
	compileHostSet,
	compileRuleTools,
	compileWildcard,
	type HostMatcher,
	isConditional,
	patternLookup,
	type RuleTarget,
	readTermsRules,
	type TermsRule,
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
	readonly texts: readonly { readonly rule: string; readonly text: string; readonly prefix: boolean; readonly verbatim: boolean }[];
	readonly arguments: readonly { readonly rule: string; readonly argument: string; readonly matches: (value: string) => boolean }[];
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
	texts: [],
	arguments: [],
	commands: patternSet([]),
	first: null,
};

/**
 * Reads a list of rules once; `holds` leaves out rules whose condition is not met.
 * INVARIANT: a rule that cannot be read allows nothing, and forbids every call of every tool.
 */
export function compileRules(
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
	const known = new Map<string, ToolRules>();
	return (tool) => {
		const kept = known.get(tool);
		if (kept !== undefined) return kept;
		const own = rules.filter(({ matches }) => matches(tool)).map(({ rule }) => rule);
		const read = own.length === 0 ? NO_RULES : collect(own, use);
		const made = broken === null ? read : { ...read, whole: broken, first: broken };
		// A caller may ask for any number of names: only a bounded number is kept.
		if (known.size < 2_000) known.set(tool, made);
		return made;
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
