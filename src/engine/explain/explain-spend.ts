import type { BudgetCounters, Facts, Limit, SpendRequest, Terms, Writ } from "../vocabulary/index.ts";
import type { ExplainedStep, StepDetail } from "./explanation.ts";
import { judgeDimension } from "./judge-dimension.ts";

type CounterDetail = Extract<StepDetail, { readonly kind: "counter" }>;

const NOTHING_USED: BudgetCounters = { agent: "", totalTokens: 0, requestsThisMinute: 0, costUsd: 0 };
const NO_LIMITS = { max_total_tokens: null, max_requests_per_minute: null, max_cost_usd: null, max_tokens_per_request: null } as const;

/** One step for each member of the chain whose budget a spend counts against. */
export function explainSpend(writ: Writ, terms: Terms, request: SpendRequest, facts: Facts): readonly ExplainedStep[] {
	const chain = facts.budget ?? [NOTHING_USED];
	return chain.map((counters, index) =>
		judgeDimension(writ, request, facts, {
			name: index === 0 ? "budget" : `budget of ancestor '${counters.agent}'`,
			passes: "every limit holds it",
			codes: ["budget-exhausted", "rate-exceeded", "invalid-request"],
			terms,
			facts: { budget: index === 0 ? [counters] : [{ ...NOTHING_USED, limits: NO_LIMITS }, counters] },
			details: countersOf(terms, request, counters, index),
		}),
	);
}

/** Each limit with what was used and what is asked for. */
export function countersOf(terms: Terms, request: SpendRequest, counters: BudgetCounters, index: number): readonly CounterDetail[] {
	const limits: NonNullable<BudgetCounters["limits"]> = index === 0 ? { ...terms.resources, ...counters.limits } : (counters.limits ?? {});
	const { tokens = 0, requests = 0, costUsd = 0 } = request;
	const agent = index === 0 ? "" : counters.agent;
	const counter = (unit: string, limit: Limit | undefined, used: number, asked: number): readonly CounterDetail[] =>
		limit === undefined
			? []
			: [{ kind: "counter", agent, limit, unit, used, asked, holds: limit === null || asked === 0 || used + asked <= limit }];
	return [
		...counter("tokens in one request", limits.max_tokens_per_request, 0, tokens),
		...counter("tokens", limits.max_total_tokens, counters.totalTokens, tokens),
		...counter("US dollars", limits.max_cost_usd, counters.costUsd, costUsd),
		...counter("requests per minute", limits.max_requests_per_minute, counters.requestsThisMinute, requests),
	];
}
