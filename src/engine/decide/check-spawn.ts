import type { BudgetCounters, Facts, Limit, SpawnRequest, SpendRequest, Terms, Writ } from "../language/index.ts";
import { denied, type Outcome } from "./outcome.ts";

/** Judges the wish for a child: the right to spawn, the limits, the profile, then every escalation. */
export function checkSpawn(writ: Writ, terms: Terms, request: SpawnRequest, facts: Facts): readonly Outcome[] {
	const { spawn_agents, spawn } = terms.capabilities;
	if (!spawn_agents) return [denied("spawn-not-allowed", "This agent may not spawn agents", { remedy: "capabilities.spawn_agents: true" })];
	const children = (facts.children ?? writ.children).length;
	if (spawn.max_children !== null && children >= spawn.max_children) {
		return [denied("spawn-not-allowed", `This agent has ${children} of ${spawn.max_children} children`)];
	}
	const depth = (facts.depth ?? 0) + 1;
	if (spawn.max_depth !== null && depth > spawn.max_depth)
		return [denied("depth-exceeded", `A child would stand at depth ${depth} of ${spawn.max_depth}`)];
	const name = profileName(request.wish);
	if (spawn.profiles !== null && (name === null || !spawn.profiles.includes(name))) {
		return [denied("spawn-not-allowed", name === null ? "Only named profiles may be spawned" : `Profile '${name}' may not be spawned`)];
	}
	// INVARIANT: without a way to compare the wish with this writ, nothing is spawned.
	if (facts.escalations === undefined) return [denied("escalation", "The child's profile was not compared with its parent's")];
	return facts.escalations(request.wish).map(({ dimension, message }) => denied("escalation", message, { segment: dimension }));
}

/** The name of the wished profile, when it has one. */
function profileName(wish: unknown): string | null {
	if (typeof wish === "string") return wish;
	if (typeof wish !== "object" || wish === null) return null;
	const profile: unknown = Object.getOwnPropertyDescriptor(wish, "profile")?.value;
	return typeof profile === "string" ? profile : null;
}

/** What a wish asks for beyond a writ; the engine hands it in, because comparing profiles is not for this folder. */
export type CompareWish = (writ: Writ, wish: unknown, facts: Facts) => ReturnType<NonNullable<Facts["escalations"]>>;

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
	return denied(code, `${wanted} more would exceed the limit of ${limit} ${what} (${used} used)`);
}
