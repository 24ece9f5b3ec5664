import { type Decision, decide as decideByRules, type Facts, type Request } from "../engine/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { standingFacts } from "./facts.ts";
import { knowsOf } from "./find-agent-for.ts";
import type { Known } from "./known-agents.ts";

/** What was decided, and about whom. */
export interface AtOnce {
	readonly known: Known;
	readonly decision: Decision;
}

/**
 * Decides with what is kept in memory, because waiting costs more than deciding; `null` when anything would have to be looked up.
 * INVARIANT: it knows of no rule of its own. A question that needs an edge, a grant, a counter, an approver or the database in any
 * other way is left to those who look.
 */
export function decideAtOnce(context: Context, caller: Caller, agent: string, request: Request): AtOnce | null {
	if (!context.knownKeys.isKeptLive(caller.principal, context.clock)) return null;
	const known = context.known.kept(agent);
	if (known === null || known.hasGrants || known.agent.status === "stopped" || !knowsOf(caller, known.agent)) return null;
	if (typeof request !== "object" || request === null || request.kind === "spend" || request.kind === "spawn") return null;
	const confined = context.confinements.holds(caller, known);
	const kept = (confined ? CONFINED_FACTS : FACTS).get(known) ?? prepare(context, known, confined);
	kept.asked = false;
	const decision = decideByRules(known.writ, request, kept.facts);
	return kept.asked || decision.effect === "ask" ? null : { known, decision };
}

interface Kept {
	readonly facts: Facts;
	/** Whether the engine asked for an edge. */
	asked: boolean;
}

const FACTS = new WeakMap<Known, Kept>();
const CONFINED_FACTS = new WeakMap<Known, Kept>();

function prepare(context: Context, known: Known, confined: boolean): Kept {
	const edges = (): "none" => {
		kept.asked = true;
		return "none";
	};
	const kept: Kept = { facts: { ...standingFacts(context, known, confined), edges }, asked: false };
	(confined ? CONFINED_FACTS : FACTS).set(known, kept);
	return kept;
}
