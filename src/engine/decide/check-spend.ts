import type { BudgetCounters, Facts, Limit, SpendRequest, Terms } from "../vocabulary/index.ts";
import { denied, type Outcome } from "./outcome.ts";

/** Judges a spend against the agent's limits and every ancestor's counters. */
export function checkSpend(terms: Terms, request: SpendRequest, facts: Facts): Outcome | null {
	const { tokens = 0, requests = 0, costUsd = 0 } = request;
	for (const [name, amount] of Object.entries({ tokens, requests, costUsd })) {
		if (typeof amount !== "number" || !Number.isFinite(amount) || amount < 0)
			return denied("invalid-request", `'${name}' must be a number of zero or more`);
	}
	const own: BudgetCounters = { agent: "", totalTokens: 0, requestsThisMinute: 0, costUsd: 0 };
	const chain = facts.budget ?? [own];
	for (const [index, counters] of chain.entries()) {
		const limits = index === 0 ? { ...terms.resources, ...counters.limits } : (counters.limits ?? {});
		const outcome =
			over("tokens in one request", limits.max_tokens_per_request, 0, tokens) ??
			over("tokens", limits.max_total_tokens, counters.totalTokens, tokens) ??
			over("US dollars", limits.max_cost_usd, counters.costUsd, costUsd) ??
			over("requests per minute", limits.max_requests_per_minute, counters.requestsThisMinute, requests);
		if (outcome !== null)
			return index === 0 ? outcome : denied(outcome.reason.code, `${outcome.reason.message} of ancestor '${counters.agent}'`);
	}
	return null;
}

/** INVARIANT: 0 is zero and `null` is no limit; counters that are not numbers count as used up. */
function over(what: string, limit: Limit | undefined, used: number, wanted: number): Outcome | null {
	if (limit === undefined || limit === null || wanted === 0) return null;
	if (Number.isFinite(used) && used + wanted <= limit) return null;
	const code = what === "requests per minute" ? "rate-exceeded" : "budget-exhausted";
	return denied(code, `The limit of ${limit} ${what} does not hold ${wanted} more (${used} used)`);
}
