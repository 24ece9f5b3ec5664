import type { BudgetCounters, Limit } from "../../engine/index.ts";
import { type Connection, type Refusal, refused, type Transaction } from "../../store/index.ts";
import { type BudgetRow, budgetLineOf, findBudgetRows, lockBudgetRow, saveBudgetRows } from "./budget-rows.ts";

/** One agent of a chain and what it may spend, with everything below it. */
export interface BudgetMember {
	readonly agent: string;
	readonly limits: SpendLimits;
}

type SpendDimension = "tokens-per-request" | "tokens" | "cost" | "requests-per-minute";

/** The limit that does not hold what was asked for. */
interface SpendRefusal extends Refusal<"budget-exhausted" | "rate-exceeded"> {
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

/** INVARIANT: 0 is zero, `null` is no limit but what can be counted, and what is not a number holds nothing. */
function over(member: string, dimension: SpendDimension, limit: number | null, used: number, asked: number): SpendRefusal | null {
	const most = limit ?? Number.MAX_SAFE_INTEGER;
	if (asked === 0 || used + asked <= most) return null;
	const code = dimension === "requests-per-minute" ? "rate-exceeded" : "budget-exhausted";
	const scale = dimension === "cost" ? 1_000_000 : 1;
	const figures = { limit: most / scale, used: used / scale, asked: asked / scale };
	const message = `${figures.asked} more would exceed the limit of ${figures.limit} ${WORDS[dimension]} of '${member}' (${figures.used} used)`;
	return { ...refused(code, message), member, dimension, ...figures, retryAfter: null };
}

const WORDS: Readonly<Record<SpendDimension, string>> = {
	"tokens-per-request": "tokens in one request",
	tokens: "tokens",
	cost: "US dollars",
	"requests-per-minute": "requests per minute",
};

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
function microUsd(dollars: number, round: (value: number) => number): number {
	const exact = dollars * 1_000_000;
	const nearest = Math.round(exact);
	return Math.abs(exact - nearest) <= Math.abs(exact) * Number.EPSILON * 4 ? nearest : round(exact);
}

/** A budget from its row; one that never spent has none. */
function budgetOf(agent: string, row: BudgetRow | undefined): Budget {
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

/** When requests were made, and how many: the oldest first. */
export type RecentRequests = readonly (readonly [at: number, count: number])[];

const MINUTE = 60_000;
/** More moments than this are put together by the second, so that a budget stays small however busy its agent is. */
const MOST_MOMENTS = 64;

/** How many requests count at this moment: those of the last minute. */
export function requestsThisMinute(recent: RecentRequests, now: number): number {
	return recent.reduce((sum, [at, count]) => (at > now - MINUTE ? sum + count : sum), 0);
}

/**
 * Adds requests and forgets those that no longer count.
 * INVARIANT: a moment is only ever moved to a later one, so no request stops counting before its minute is over.
 */
export function rememberRequests(recent: RecentRequests, count: number, now: number): RecentRequests {
	const kept = recent.filter(([at]) => at > now - MINUTE);
	const all = count === 0 ? kept : [...kept, [now, count] as const].toSorted(([one], [other]) => one - other);
	if (all.length <= MOST_MOMENTS) return all;
	const seconds = Map.groupBy(all, ([at]) => Math.floor(at / 1000));
	return [...seconds.values()].map((same) => [same.at(-1)?.[0] ?? now, same.reduce((sum, [, one]) => sum + one, 0)] as const);
}

/**
 * Takes back requests that were set aside at a moment and never made.
 * INVARIANT: the oldest give way, whichever they were: those that stay count for at least as long as the right ones would have.
 */
export function giveBackRequests(recent: RecentRequests, count: number, reservedAt: number, now: number): RecentRequests {
	const kept = rememberRequests(recent, 0, now);
	if (reservedAt <= now - MINUTE) return kept;
	let rest = count;
	return kept.flatMap(([at, held]) => {
		const taken = Math.min(rest, held);
		rest -= taken;
		return held > taken ? [[at, held - taken] as const] : [];
	});
}

/** For how many seconds nothing more fits; the oldest requests leave first. */
export function secondsUntilRoom(recent: RecentRequests, count: number, limit: number, now: number): number | null {
	if (count > limit) return null;
	let used = requestsThisMinute(recent, now);
	for (const [at, held] of recent) {
		if (at <= now - MINUTE) continue;
		used -= held;
		if (used + count <= limit) return Math.max(1, Math.ceil((at + MINUTE - now) / 1000));
	}
	return 1;
}
