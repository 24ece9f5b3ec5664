import type { ArgumentReading } from "../match/index.ts";
import type { Facts, Terms, ToolRequest, Writ } from "../vocabulary/index.ts";
import type { CompiledPaths } from "./compiled-paths.ts";
import type { ToolPlan } from "./compiled-tools.ts";
import type { Outcome } from "./outcome.ts";
import type { Settled } from "./settled-decision.ts";
import type { ToolRules } from "./tool-rules.ts";

/** What the steps of one tool call look at. */
export interface ToolContext {
	readonly writ: Writ;
	/** The writ's terms, met with the live terms of its ancestors. */
	readonly terms: Terms;
	readonly facts: Facts;
	readonly request: ToolRequest;
	readonly cwd: string;
	readonly plan: ToolPlan;
	/** Rules that people granted for a while. */
	readonly granted: ToolRules;
	readonly paths: CompiledPaths;
	readonly read: Extract<ArgumentReading, { ok: true }> | null;
	readonly problem: Extract<ArgumentReading, { ok: false }> | null;
	/** What was found out about the tool before. */
	readonly settled: Settled | null;
	/** Rules that took part in allowing it. */
	readonly rules: Set<string>;
}

/** One step of a decision, in the order of spec/policy.md §3. */
export interface Step {
	readonly name: string;
	readonly check: (context: ToolContext) => readonly Outcome[] | Outcome | null;
}
