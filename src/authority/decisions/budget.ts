import type { BudgetCounters } from "../../engine/index.ts";
import type { Caller } from "../caller.ts";
import type { Context } from "../context.ts";
import { seeAgent } from "../find-agent.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { countersOf, type Decided, decide } from "./decide.ts";

/** What an agent may spend, has spent and has left. */
export interface Budget {
	readonly limits: Readonly<Record<string, number | null>>;
	readonly spent: { readonly tokens: number; readonly requests_this_minute: number; readonly cost_usd: number };
	readonly remaining: { readonly tokens: number | null; readonly requests_this_minute: number | null; readonly cost_usd: number | null };
}

/** Checks a spend against the agent and every ancestor, and counts it when it fits. */
export function spendBudget(
	context: Context,
	caller: Caller,
	agent: string,
	amount: { readonly tokens?: number; readonly requests?: number; readonly costUsd?: number },
): Promise<Decided> {
	return decide(context, caller, agent, { kind: "spend", ...amount });
}

/** The state of an agent's budget; where an ancestor has less left, the agent has no more than that. */
export function budget(context: Context, caller: Caller, id: string): Promise<Outcome<Budget>> {
	return context.store.record(async (transaction) => {
		const seen = await seeAgent(transaction, caller, id);
		const known = seen.ok ? await context.known.find(transaction, id) : null;
		if (known === null) return refuse("not-found", `Agent ${id} not found`);
		const chain = await countersOf(transaction, known, context.clock.now());
		const [own] = chain;
		if (own === undefined) return refuse("not-found", `Agent ${id} not found`);
		const left = (
			limit: (counters: BudgetCounters) => number | null | undefined,
			used: (counters: BudgetCounters) => number,
		): number | null => {
			const rests = chain.flatMap((counters) => {
				const most = limit(counters);
				return most === null || most === undefined ? [] : [Math.max(0, most - used(counters))];
			});
			return rests.length === 0 ? null : Math.min(...rests);
		};
		return done({
			limits: { ...known.writ.terms.resources },
			spent: { tokens: own.totalTokens, requests_this_minute: own.requestsThisMinute, cost_usd: own.costUsd },
			remaining: {
				tokens: left(
					({ limits }) => limits?.max_total_tokens,
					({ totalTokens }) => totalTokens,
				),
				requests_this_minute: left(
					({ limits }) => limits?.max_requests_per_minute,
					({ requestsThisMinute }) => requestsThisMinute,
				),
				cost_usd: left(
					({ limits }) => limits?.max_cost_usd,
					({ costUsd }) => costUsd,
				),
			},
		});
	});
}
