import { compilePatterns } from "../../../authority/index.ts";
import { present } from "../../../engine/index.ts";
import { failure, replyTo } from "../errors.ts";
import { agentId, amount, count, flag, moment, parameters, readSpan, text, texts } from "../shapes.ts";
import { type Connection, defineEvent, type Reply, type SocketEvent } from "../socket-event.ts";
import { MOST_SUBSCRIPTIONS } from "../subscriptions.ts";

/** Events about what happened, what happens, and what is spent. */
export const monitorEvents: readonly SocketEvent[] = [
	defineEvent({
		name: "monitor:get_events",
		description: "What happened, newest first unless reversed",
		parameters: parameters({ event_patterns: texts, since: moment, until: moment, limit: count, reverse: flag }),
		senders: "anyone",
		async run({ authority, caller }, { event_patterns = ["*"], limit = 100, reverse = true, ...span }) {
			const wanted = compilePatterns(event_patterns);
			const all = await authority.pastEvents(caller, {
				...readSpan(span),
				order: reverse ? "newest" : "oldest",
				limit: 1_000,
			});
			const events = all.filter(({ event }) => wanted(event));
			return {
				events: events
					.slice(0, limit)
					.map(({ event, data, at, correlationId }) => ({ event, data, timestamp: at, correlation_id: correlationId })),
				count: Math.min(events.length, limit),
				total_events: events.length,
			};
		},
	}),
	defineEvent({
		name: "monitor:get_correlation_chain",
		description: "Everything that one request led to",
		parameters: parameters({ correlation_id: text }, ["correlation_id"]),
		senders: "anyone",
		async run({ authority, caller }, { correlation_id }) {
			const events = await authority.pastEvents(caller, { correlationId: correlation_id, order: "oldest", limit: 1_000 });
			return { events: events.map(({ event, data, at }) => ({ event, data, timestamp: at })) };
		},
	}),
	defineEvent({
		name: "monitor:subscribe",
		description: "Tells this connection of everything that happens and fits a pattern",
		parameters: parameters({ event_patterns: texts }, ["event_patterns"]),
		senders: "anyone",
		run: (session, { event_patterns }) => subscribe(session, event_patterns),
	}),
	defineEvent({
		name: "monitor:unsubscribe",
		description: "Ends a subscription",
		parameters: parameters({ subscription_id: text }, ["subscription_id"]),
		senders: "anyone",
		run: async ({ subscriptions }, { subscription_id }) => ({
			subscription_id,
			status: subscriptions.remove(subscription_id) ? "unsubscribed" : "not_found",
		}),
	}),
	...["monitor:clear_log", "event_log:clear"].map((name) =>
		defineEvent({
			name,
			description: "Refused: nothing clears the ledger",
			parameters: parameters({}),
			senders: "person",
			run: async () => failure("ledger-immutable", "The ledger cannot be cleared"),
		}),
	),
	defineEvent({
		name: "resource:usage",
		description: "What an agent may spend, has spent and has left",
		parameters: parameters({ agent_id: agentId }),
		senders: "anyone",
		run: usage,
	}),
	defineEvent({
		name: "resource:report",
		description: "Counts what an agent spends against it and every ancestor; what does not fit is refused whole",
		parameters: parameters({ agent_id: agentId, tokens: amount, requests: amount, cost_usd: amount }),
		senders: "anyone",
		async run(session, { agent_id, tokens, requests, cost_usd }) {
			const { authority, caller } = session;
			const agent = agent_id ?? (caller.principal.kind === "agent" ? caller.principal.id : undefined);
			if (agent === undefined) return failure("invalid-request", "Missing required parameter: agent_id");
			const { decision, decisionId } = await authority.spendBudget(caller, agent, present({ tokens, requests, costUsd: cost_usd }));
			if (decision.effect !== "allow") {
				const [{ code, message }] = decision.reasons;
				return failure(code, message, { reasons: decision.reasons, decision_id: decisionId, retryable: code === "rate-exceeded" });
			}
			return usage(session, { agent_id: agent });
		},
	}),
];

async function usage({ authority, caller }: Connection, { agent_id }: { readonly agent_id?: string }): Promise<Reply> {
	const agent = agent_id ?? (caller.principal.kind === "agent" ? caller.principal.id : undefined);
	if (agent === undefined) return failure("invalid-request", "Missing required parameter: agent_id");
	return replyTo(await authority.budget(caller, agent), ({ limits, spent, remaining }) => ({ agent_id: agent, limits, spent, remaining }));
}

/** Tells the connection from now on of what fits a pattern and its principal may hear of. */
export async function subscribe({ authority, caller, subscriptions }: Connection, patterns: readonly string[]): Promise<Reply> {
	const id = subscriptions.add(patterns, await authority.audienceOf(caller.principal));
	if (id === null)
		return failure(
			"too-many-subscriptions",
			`A connection has at most ${MOST_SUBSCRIPTIONS} subscriptions: end one, or name more patterns in one`,
		);
	return { subscription_id: id, status: "subscribed" };
}
