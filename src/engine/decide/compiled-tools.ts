import { canonicalToolName, compileWildcard, isConditional, toolOf } from "../match/index.ts";
import type { Terms, ToolEntry, ToolTerms } from "../vocabulary/index.ts";
import { memo } from "./memo.ts";
import { compileRules, type ToolRules } from "./tool-rules.ts";

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

const outside = new WeakMap<Terms["tools"], (name: string) => ToolPlan>();
const inside = new WeakMap<Terms["tools"], (name: string) => ToolPlan>();
const MOST_PLANS = 2_000;

/** What the terms say of a tool to an agent that a sandbox confines, or to one that none does; worked out once for each name. */
export function planTool(tools: Terms["tools"], name: string, confined: boolean): ToolPlan {
	const compiled = confined ? inside : outside;
	let plans = compiled.get(tools);
	if (plans === undefined) compiled.set(tools, (plans = compileTools(tools, confined)));
	return plans(name);
}

function compileTools(tools: Terms["tools"], confined: boolean): (name: string) => ToolPlan {
	const every = () => tools.allowed.map((set) => compileRules(set, "grant", tools.declare, () => true));
	const allowed = confined ? every() : tools.allowed.map((set) => compileRules(set, "grant", tools.declare));
	const conditional = !confined && tools.allowed.some((set) => set.some(isConditional)) ? every() : null;
	const disallowed = compileRules(tools.disallowed, "deny", tools.declare);
	const ask = compileRules(tools.ask, "deny", tools.declare);
	return memo(MOST_PLANS, (name) => {
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
