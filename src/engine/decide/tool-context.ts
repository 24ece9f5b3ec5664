import type { Observer } from "../commands/index.ts";
import type { ArgumentReading } from "../match/index.ts";
import type { Facts, Terms, ToolRequest, Writ } from "../vocabulary/index.ts";
import { planTool, type ToolPlan } from "./compiled-tools.ts";
import { grantedRules } from "./granted-rules.ts";
import type { Outcome } from "./outcome.ts";
import { readCall } from "./read-call.ts";
import type { ToolRules } from "./tool-rules.ts";

/** What the steps of one tool call look at. */
export interface ToolContext {
	readonly writ: Writ;
	/** The writ's terms. */
	readonly terms: Terms;
	readonly facts: Facts;
	readonly request: ToolRequest;
	readonly cwd: string;
	readonly plan: ToolPlan;
	/** Rules that people granted for a while. */
	readonly granted: ToolRules;
	readonly read: Extract<ArgumentReading, { ok: true }> | null;
	readonly problem: Extract<ArgumentReading, { ok: false }> | null;
	/** Rules that took part in allowing it, in order, each once. */
	readonly rules: string[];
	/** Base names of the programs that its commands run, as far as they were judged. */
	readonly programs: Set<string>;
	/** Told what was judged of its commands; only the differential run listens. */
	readonly observe: Observer | undefined;
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
	plan = planTool(terms.tools, request.tool, facts.confined === true),
	read: ArgumentReading = readCall(plan, request.input),
	observe?: Observer,
): ToolContext {
	return {
		writ,
		terms,
		facts,
		request,
		cwd: request.cwd ?? writ.places.written.workspace ?? "/",
		plan,
		granted: grantedRules(facts, terms, request.tool),
		read: read.ok ? read : null,
		problem: read.ok ? null : read,
		rules: [],
		programs: new Set(),
		observe,
	};
}

/** Notes a rule that took part in allowing a call. */
export function addRule(rules: string[], rule: string): void {
	if (!rules.includes(rule)) rules.push(rule);
}
