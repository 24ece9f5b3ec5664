import { canonicalToolName, compileWildcard, toolOf } from "../match/index.ts";
import type { Terms, ToolEntry, ToolTerms } from "../vocabulary/index.ts";
import { compileRules, type RuleList, type ToolRules } from "./tool-rules.ts";

/** Everything that the terms say of one tool. */
export interface ToolPlan {
	readonly entry: ToolEntry | undefined;
	/** One for each set; every one must admit the call. */
	readonly allowed: readonly ToolRules[];
	readonly disallowed: ToolRules;
	readonly ask: ToolRules;
	readonly permissions: readonly ToolTerms[];
	/** The rule that allows every call, when no other rule or permission speaks of the tool; else `null`. */
	readonly open: string | null;
	/** A call without arguments touches nothing. */
	readonly quiet: boolean;
}

interface CompiledTools {
	readonly allowed: readonly RuleList[];
	readonly disallowed: RuleList;
	readonly ask: RuleList;
	readonly plans: Map<string, ToolPlan>;
}

const compiled = new WeakMap<Terms["tools"], CompiledTools>();
const MOST_PLANS = 2_000;

/** What the terms say of a tool; looked up once for each name. */
export function planTool(tools: Terms["tools"], name: string): ToolPlan {
	let all = compiled.get(tools);
	if (all === undefined) {
		all = {
			allowed: tools.allowed.map((set) => compileRules(set, "grant", tools.declare)),
			disallowed: compileRules(tools.disallowed, "deny", tools.declare),
			ask: compileRules(tools.ask, "deny", tools.declare),
			plans: new Map(),
		};
		compiled.set(tools, all);
	}
	const known = all.plans.get(name);
	if (known !== undefined) return known;
	const entry = toolOf(name, tools.declare);
	const lists = {
		allowed: all.allowed.map((list) => list(name)),
		disallowed: all.disallowed(name),
		ask: all.ask(name),
		permissions: permissionsOf(tools.permissions, name),
	};
	const plan: ToolPlan = {
		...lists,
		open: openRule(lists),
		entry,
		quiet: isQuiet(entry),
	};
	if (all.plans.size < MOST_PLANS) all.plans.set(name, plan);
	return plan;
}

function openRule({
	allowed,
	disallowed,
	ask,
	permissions,
}: Pick<ToolPlan, "allowed" | "disallowed" | "ask" | "permissions">): string | null {
	if (disallowed.first !== null || ask.first !== null || permissions.length > 0) return null;
	return allowed.every((rules) => rules.whole !== null) ? (allowed[0]?.whole ?? null) : null;
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
