import type { BudgetCounters } from "../../engine/index.ts";
import { randomId } from "../../platform/index.ts";
import { type Refusal, refused, type Transaction } from "../../store/index.ts";
import {
	budgetLineOf,
	deleteOldReservationRows,
	deleteReservationRow,
	findReservationRow,
	insertReservationRow,
	type ReservationRow,
	saveBudgetRows,
} from "./budget-rows.ts";
import {
	type Amounts,
	type Budget,
	type BudgetMember,
	countersOf,
	giveBackRequests,
	lockBudgets,
	readAmounts,
	rememberRequests,
	rowOf,
	type SpendAmounts,
	type SpendOutcome,
	spendAmounts,
} from "./spend.ts";

export type ReserveOutcome =
	| { readonly ok: true; readonly reservation: string; readonly spent: readonly BudgetCounters[] }
	| Exclude<SpendOutcome, { readonly ok: true }>;

/** Sets aside what a request may cost at most. It counts as spent, so two requests never share the last token. */
export async function reserve(
	transaction: Transaction,
	chain: readonly BudgetMember[],
	wish: SpendAmounts,
	now: number,
): Promise<ReserveOutcome> {
	const amounts = readAmounts(wish);
	if (amounts === null) return refused("invalid-request", "Amounts are numbers of zero or more");
	const outcome = await spendAmounts(transaction, chain, amounts, now);
	if (!outcome.ok) return outcome;
	const id = randomId("reservation");
	const { tokens, requests, microUsd } = amounts;
	await insertReservationRow(transaction, { id, agent: chain[0]?.agent ?? "", tokens, requests, micro_usd: microUsd, created_at: now });
	return { ok: true, reservation: id, spent: outcome.spent };
}

export type SettleOutcome = { readonly ok: true; readonly spent: readonly BudgetCounters[] } | Refusal<"not-found" | "invalid-request">;

/**
 * Puts what a request really cost in the place of what was set aside; what is absent stays as set aside.
 * What was used is counted even above a limit, because it was used; nothing more fits then.
 */
export async function settle(transaction: Transaction, id: string, wish: SpendAmounts, now: number): Promise<SettleOutcome> {
	const reservation = await findReservationRow(transaction, id);
	if (reservation === null) return unknownReservation();
	const held: SpendAmounts = {
		tokens: reservation.tokens,
		requests: reservation.requests,
		costUsd: reservation.micro_usd / 1_000_000,
	};
	const actual = readAmounts({ ...held, ...wish });
	if (actual === null) return refused("invalid-request", "Amounts are numbers of zero or more");
	if ((await deleteReservationRow(transaction, id)) === 0) return unknownReservation();
	const budgets = await lockBudgets(transaction, await budgetLineOf(transaction, reservation.agent));
	const settled = budgets.map((budget) => corrected(budget, reservation, actual, now));
	await saveBudgetRows(transaction, settled.map(rowOf));
	return { ok: true, spent: settled.map((budget) => countersOf(budget, now)) };
}

/** Gives back what was set aside for a request that was never made. */
export function release(transaction: Transaction, id: string, now: number): Promise<SettleOutcome> {
	return settle(transaction, id, { tokens: 0, requests: 0, costUsd: 0 }, now);
}

/** Forgets reservations from before a moment, which a crash left behind. They stay spent: whether the request was made is unknown. */
export function sweepReservations(transaction: Transaction, before: number): Promise<readonly ReservationRow[]> {
	return deleteOldReservationRows(transaction, before);
}

function corrected(budget: Budget, held: ReservationRow, actual: Amounts, now: number): Budget {
	const more = actual.requests - held.requests;
	return {
		agent: budget.agent,
		tokens: within(budget.tokens - held.tokens + actual.tokens),
		requests: within(budget.requests + more),
		microUsd: within(budget.microUsd - held.micro_usd + actual.microUsd),
		recent: more < 0 ? giveBackRequests(budget.recent, -more, held.created_at, now) : rememberRequests(budget.recent, more, now),
	};
}

/** What can be counted. */
function within(amount: number): number {
	return Math.min(Math.max(0, amount), Number.MAX_SAFE_INTEGER);
}

function unknownReservation(): Refusal<"not-found"> {
	return refused("not-found", "There is no such reservation");
}
