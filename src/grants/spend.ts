import type { BudgetCounters } from "../engine/index.ts";
import {
	budgetLineOf,
	type Connection,
	findBudgetRows,
	lockBudgetRow,
	type Refusal,
	refused,
	saveBudgetRows,
	type Transaction,
} from "../store/index.ts";
import {
	type Amounts,
	type Budget,
	budgetOf,
	countersOf,
	microUsd,
	readAmounts,
	rowOf,
	type SpendAmounts,
	type SpendLimits,
} from "./budget.ts";
import { rememberRequests, requestsThisMinute, secondsUntilRoom } from "./recent-requests.ts";

/** One agent of a chain and what it may spend, with everything below it. */
export interface BudgetMember {
	readonly agent: string;
	readonly limits: SpendLimits;
}

export type SpendDimension = "tokens-per-request" | "tokens" | "cost" | "requests-per-minute";

/** The limit that does not hold what was asked for. */
export interface SpendRefusal extends Refusal<"budget-exhausted" | "rate-exceeded"> {
	readonly member: string;
	readonly dimension: SpendDimension;
	readonly limit: number;
	readonly used: number;
	readonly asked: number;
	/** Seconds after which a rate has room; `null` = waiting does not help. */
	readonly retryAfter: number | null;
}

/** `authority-unavailable`: the chain is not the agent and all its ancestors, so nothing can be counted rightly. */
export type SpendOutcome =
	| { readonly ok: true; readonly spent: readonly BudgetCounters[] }
	| SpendRefusal
	| Refusal<"invalid-request" | "unknown-agent" | "authority-unavailable">;

/** What each member of a chain spent, with its limits, as the engine wants it. */
export async function budgetChain(
	connection: Connection,
	chain: readonly BudgetMember[],
	now: number,
): Promise<readonly (BudgetCounters & BudgetMember)[]> {
	const rows = await findBudgetRows(
		connection,
		chain.map(({ agent }) => agent),
	);
	return chain.map(({ agent, limits }) => ({ ...countersOf(budgetOf(agent, rows.get(agent)), now), limits }));
}

/** Counts a spending against an agent and every ancestor, or refuses it whole. The chain is the agent first, the root last. */
export async function spend(
	transaction: Transaction,
	chain: readonly BudgetMember[],
	wish: SpendAmounts,
	now: number,
): Promise<SpendOutcome> {
	const amounts = readAmounts(wish);
	if (amounts === null) return refused("invalid-request", "Amounts are numbers of zero or more");
	return spendAmounts(transaction, chain, amounts, now);
}

/** As `spend`, with amounts that were read. */
export async function spendAmounts(
	transaction: Transaction,
	chain: readonly BudgetMember[],
	amounts: Amounts,
	now: number,
): Promise<SpendOutcome> {
	const [own] = chain;
	const line = own === undefined ? [] : await budgetLineOf(transaction, own.agent);
	if (line.length === 0) return refused("unknown-agent", "There is no such agent");
	// INVARIANT: every ancestor counts; a caller that leaves one out spends nothing.
	if (line.length !== chain.length || line.some((id, index) => id !== chain[index]?.agent))
		return refused("authority-unavailable", "The chain is not this agent and all its ancestors");
	const budgets = await lockBudgets(transaction, line);
	for (const [index, budget] of budgets.entries()) {
		const refusal = chain[index] === undefined ? null : judge(budget, chain[index].limits, amounts, now);
		if (refusal !== null) return refusal;
	}
	const spent = budgets.map((budget) => added(budget, amounts, now));
	await saveBudgetRows(transaction, spent.map(rowOf));
	return { ok: true, spent: spent.map((budget) => countersOf(budget, now)) };
}

/** The budgets of a chain, held until the commit. */
export async function lockBudgets(transaction: Transaction, line: readonly string[]): Promise<readonly Budget[]> {
	await lockBudgetRow(transaction, line.at(-1) ?? "");
	const rows = await findBudgetRows(transaction, line);
	return line.map((agent) => budgetOf(agent, rows.get(agent)));
}

function added(budget: Budget, { tokens, requests, microUsd }: Amounts, now: number): Budget {
	return {
		agent: budget.agent,
		tokens: budget.tokens + tokens,
		requests: budget.requests + requests,
		microUsd: budget.microUsd + microUsd,
		recent: rememberRequests(budget.recent, requests, now),
	};
}

function judge(budget: Budget, limits: SpendLimits, amounts: Amounts, now: number): SpendRefusal | null {
	const cost = limits.max_cost_usd === null ? null : microUsd(limits.max_cost_usd, Math.floor);
	const perMinute = limits.max_requests_per_minute;
	const refusal =
		over(budget.agent, "tokens-per-request", limits.max_tokens_per_request, 0, amounts.tokens) ??
		over(budget.agent, "tokens", limits.max_total_tokens, budget.tokens, amounts.tokens) ??
		over(budget.agent, "cost", cost, budget.microUsd, amounts.microUsd) ??
		over(budget.agent, "requests-per-minute", perMinute, requestsThisMinute(budget.recent, now), amounts.requests) ??
		over(budget.agent, "requests-per-minute", null, budget.requests, amounts.requests);
	if (refusal === null || refusal.code !== "rate-exceeded" || perMinute === null) return refusal;
	return { ...refusal, retryAfter: secondsUntilRoom(budget.recent, amounts.requests, perMinute, now) };
}

/** INVARIANT: 0 is zero, `null` is no limit but what can be counted, and what is no number holds nothing. */
function over(member: string, dimension: SpendDimension, limit: number | null, used: number, asked: number): SpendRefusal | null {
	const most = limit ?? Number.MAX_SAFE_INTEGER;
	if (asked === 0 || used + asked <= most) return null;
	const code = dimension === "requests-per-minute" ? "rate-exceeded" : "budget-exhausted";
	const scale = dimension === "cost" ? 1_000_000 : 1;
	const figures = { limit: most / scale, used: used / scale, asked: asked / scale };
	const message = `The limit of ${figures.limit} ${WORDS[dimension]} of '${member}' does not hold ${figures.asked} more (${figures.used} used)`;
	return { ...refused(code, message), member, dimension, ...figures, retryAfter: null };
}

const WORDS: Readonly<Record<SpendDimension, string>> = {
	"tokens-per-request": "tokens in one request",
	tokens: "tokens",
	cost: "US dollars",
	"requests-per-minute": "requests per minute",
};
