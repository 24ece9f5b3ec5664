import { replyTo } from "../errors.ts";
import { agentId, anything, moment, parameters, readSpan, text } from "../shapes.ts";
import { defineEvent, type SocketEvent } from "../socket-event.ts";

interface Span {
	readonly since?: string | number;
	readonly until?: string | number;
}

/** Events that read the ledger to judge definitions. */
export const learnEvents: readonly SocketEvent[] = [
	defineEvent<Span & { readonly agent_id: string; readonly name?: string }>({
		name: "audit:learn",
		description: "The smallest profile that allows what an agent really did",
		parameters: parameters({ agent_id: agentId, name: text, since: moment, until: moment }, ["agent_id"]),
		senders: "person",
		async run({ authority, caller }, { agent_id, name = "learned", ...span }) {
			return replyTo(await authority.learn(caller, { agent: agent_id, name, ...readSpan(span) }), (learned) => ({ ...learned }));
		},
	}),
	defineEvent<
		Span & { readonly profile?: unknown; readonly definition?: string; readonly overrides?: unknown; readonly agent_id?: string }
	>({
		name: "audit:replay",
		description: "What a definition would have answered to what was really asked",
		parameters: parameters({ profile: anything, definition: text, overrides: anything, agent_id: agentId, since: moment, until: moment }),
		senders: "person",
		async run({ authority, caller }, { agent_id, since, until, ...wish }) {
			const span = readSpan({ ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) });
			return replyTo(
				await authority.replay(caller, { ...wish, ...span, ...(agent_id === undefined ? {} : { agent: agent_id }) }),
				(replayed) => ({ ...replayed }),
			);
		},
	}),
];
