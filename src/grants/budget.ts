import type { BudgetCounters, Limit } from "../engine/index.ts";
import type { BudgetRow } from "../store/index.ts";
import { type RecentRequests, requestsThisMinute } from "./recent-requests.ts";

/** The limits of one member of a chain. `null` = no limit, 0 = zero. */
export interface SpendLimits {
	readonly max_tokens_per_request: Limit;
	readonly max_total_tokens: Limit;
	readonly max_requests_per_minute: Limit;
	readonly max_cost_usd: Limit;
}

/** What somebody wants to spend; absent = none of it. */
export interface SpendAmounts {
	readonly tokens?: number;
	readonly requests?: number;
	readonly costUsd?: number;
}

/** Amounts as they are counted: whole tokens, whole requests, whole millionths of a dollar. */
export interface Amounts {
	readonly tokens: number;
	readonly requests: number;
	readonly microUsd: number;
}

/** What one agent and everything below it spent. */
export interface Budget extends Amounts {
	readonly agent: string;
	readonly recent: RecentRequests;
}

/** Amounts, rounded up; `null` = no amounts. */
export function readAmounts({ tokens = 0, requests = 0, costUsd = 0 }: SpendAmounts): Amounts | null {
	const amounts = { tokens: Math.ceil(tokens), requests: Math.ceil(requests), microUsd: microUsd(costUsd, Math.ceil) };
	return Object.values(amounts).every((amount) => Number.isSafeInteger(amount) && amount >= 0) ? amounts : null;
}

/** Dollars in millionths. What is whole but for the way numbers are written in binary stays whole; amounts round up, limits down. */
export function microUsd(dollars: number, round: (value: number) => number): number {
	const exact = dollars * 1_000_000;
	const nearest = Math.round(exact);
	return Math.abs(exact - nearest) <= Math.abs(exact) * Number.EPSILON * 4 ? nearest : round(exact);
}

/** A budget from its row; one that never spent has none. */
export function budgetOf(agent: string, row: BudgetRow | undefined): Budget {
	if (row === undefined) return { agent, tokens: 0, requests: 0, microUsd: 0, recent: [] };
	const recent: RecentRequests = JSON.parse(row.recent);
	return { agent, tokens: row.tokens, requests: row.requests, microUsd: row.micro_usd, recent };
}

/** A budget as it is stored. */
export function rowOf({ agent, tokens, requests, microUsd, recent }: Budget): BudgetRow {
	return { agent, tokens, requests, micro_usd: microUsd, recent: JSON.stringify(recent) };
}

/** A budget as the engine wants it. */
export function countersOf({ agent, tokens, microUsd, recent }: Budget, now: number): BudgetCounters {
	return { agent, totalTokens: tokens, requestsThisMinute: requestsThisMinute(recent, now), costUsd: microUsd / 1_000_000 };
}
