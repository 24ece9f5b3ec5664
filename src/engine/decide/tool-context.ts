import type { Observer } from "../commands/index.ts";
import type { Facts, Terms, ToolRequest, Writ } from "../language/index.ts";
import { type ArgumentReading, readArguments } from "../tools/index.ts";
import type { Outcome } from "./outcome.ts";
import { grantedRules, planTool, type ToolPlan, type ToolRules } from "./tool-plan.ts";

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

/** One step of a decision, in the order of docs/concepts/order-of-a-decision.md. */
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

/** A call that names nothing to look at. */
export const NOTHING_READ: Extract<ArgumentReading, { ok: true }> = {
	ok: true,
	reads: [],
	writes: [],
	commands: [],
	targets: [],
	hosts: [],
	profiles: [],
	unchecked: [],
};

/** A call that runs shell text and names nothing else. */
export function readText(command: string): Extract<ArgumentReading, { ok: true }> {
	const { reads, writes, targets, hosts, profiles, unchecked } = NOTHING_READ;
	return { ok: true, reads, writes, commands: [{ argument: "command", value: command }], targets, hosts, profiles, unchecked };
}

/** The arguments of a request that has none. */
export const NO_INPUT: Readonly<Record<string, unknown>> = Object.freeze({});

/** The arguments of a call; a call without any touches nothing unless the tool acts on its own. */
export function readCall(plan: ToolPlan, input: Readonly<Record<string, unknown>>): ArgumentReading {
	return plan.quiet && isEmpty(input) ? NOTHING_READ : readArguments(plan.entry, input);
}

/** Whether a call has no arguments at all. */
export function isEmpty(input: Readonly<Record<string, unknown>>): boolean {
	for (const _ in input) return false;
	return true;
}
