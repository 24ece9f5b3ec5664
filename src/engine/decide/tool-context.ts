import type { ArgumentReading, CommandJudgement } from "../match/index.ts";
import type { Facts, Terms, ToolRequest, Writ } from "../vocabulary/index.ts";
import { planTool, type ToolPlan } from "./compiled-tools.ts";
import { grantedRules } from "./granted-rules.ts";
import type { Outcome } from "./outcome.ts";
import { readCall } from "./read-call.ts";
import type { SettledTool } from "./settled-tool.ts";
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
	readonly read: Extract<ArgumentReading, { ok: true }> | null;
	readonly problem: Extract<ArgumentReading, { ok: false }> | null;
	/** What was found out about the tool before. */
	readonly settled: SettledTool | null;
	/** What its shell text comes to, where that was found out before. */
	readonly judged: CommandJudgement | null;
	/** Rules that took part in allowing it, in order, each once. */
	readonly rules: string[];
}

/** One step of a decision, in the order of spec/policy.md §3. */
export interface Step {
	readonly name: string;
	readonly check: (context: ToolContext) => readonly Outcome[] | Outcome | null;
}

/** What the steps look at. */
export function toolContext(
	writ: Writ,
	terms: Terms,
	request: ToolRequest,
	facts: Facts,
	plan = planTool(terms.tools, request.tool),
	read: ArgumentReading = readCall(plan, request.input),
	settled: SettledTool | null = null,
	judged: CommandJudgement | null = null,
): ToolContext {
	return {
		settled,
		writ,
		terms,
		facts,
		request,
		cwd: request.cwd ?? writ.places.written.workspace ?? "/",
		plan,
		granted: grantedRules(facts, terms, request.tool),
		read: read.ok ? read : null,
		problem: read.ok ? null : read,
		judged,
		rules: [],
	};
}

/** Notes a rule that took part in allowing a call. */
export function addRule(rules: string[], rule: string): void {
	if (!rules.includes(rule)) rules.push(rule);
}
