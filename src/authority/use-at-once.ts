import type { Agent } from "../agents/index.ts";
import { type Decision, decide as decideByRules, type EdgeVerdict, type Facts } from "../engine/index.ts";
import { judgeEdge } from "../messages/index.ts";
import type { Transaction } from "../store/index.ts";
import { isHeard } from "./accepts.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { standingFacts } from "./facts.ts";
import type { Known } from "./known-agents.ts";
import { withOffered } from "./offered-tools.ts";
import { asksForParents } from "./parents-reach.ts";
import { refusedAct, type ToolRequest, twinsOf } from "./tool-twins.ts";
import type { ToolUse } from "./tool-use.ts";

/** A call that is allowed, by whom, and the agent that it reaches. */
export interface UsedAtOnce {
	readonly held: Known;
	readonly decision: Decision;
	readonly target: Agent | null;
}

/**
 * Allows a call with what is kept in memory; `null` when anything would have to be looked up.
 * INVARIANT: it knows of no rule of its own, and it never denies. Whoever is missing, out of reach, or to be asked about is left to
 * those who look, all in the same way.
 */
export function useAtOnce(context: Context, { principal }: Caller, use: ToolUse): UsedAtOnce | null {
	const { tool, input, target, edge, child, sends, answers } = use;
	if (principal.kind !== "agent" || sends || child !== null || answers === true) return null;
	if (!context.knownKeys.isKeptLive(principal, context.clock)) return null;
	const known = context.known.kept(principal.id);
	if (known === null || known.hasGrants || known.agent.status === "stopped") return null;
	const held = withOffered(known);
	const receiver = typeof target?.value === "string" ? context.known.kept(target.value) : null;
	if (target !== undefined && (receiver === null || !edge)) return null;
	if (receiver !== null && !isHeard(held, receiver)) return null;
	const judging = judgingFrom(context, held);
	const call: ToolRequest = { kind: "tool", tool, input };
	if (refusedAct(held.writ, tool, judging.facts) !== null) return null;
	const decision = decideByRules(held.writ, call, judging.facts);
	if (decision.effect !== "allow") return null;
	if (receiver !== null && decideByRules(held.writ, { kind: "target", tool, target: receiver.agent.id }, judging.facts).effect !== "allow")
		return null;
	for (const twin of twinsOf(call)) if (decideByRules(held.writ, twin, judging.facts).effect !== "allow") return null;
	return judging.missed ? null : { held, decision, target: receiver?.agent ?? null };
}

interface Judging {
	readonly facts: Facts;
	/** Whether an edge was asked for that is not kept. */
	missed: boolean;
}

function judgingFrom(context: Context, held: Known): Judging {
	const edges = (target: string): EdgeVerdict => {
		const receiver = context.known.kept(target);
		const verdict = receiver === null ? undefined : context.knownEdges.kept(held, receiver);
		if (verdict === undefined) judging.missed = true;
		return verdict ?? "block";
	};
	const judging: Judging = { facts: { ...standingFacts(context, held), edges }, missed: false };
	return judging;
}

/** Keeps what the edges say of a look that was allowed, unless it is for some time only. */
export async function keepReach(context: Context, transaction: Transaction, held: Known, target: string, now: number): Promise<void> {
	const receiver = await context.known.find(transaction, target);
	if (receiver === null || asksForParents(held, target)) return;
	const { verdict, edge } = await judgeEdge(transaction, held.agent.id, target, now);
	const lasts = verdict === "none" || (verdict === "allow" && edge?.expires_at === null && edge.rate === null);
	if (lasts) context.knownEdges.keep(held, receiver, verdict);
}
