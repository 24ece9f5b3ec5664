import { failure, replyTo } from "../errors.ts";
import { agentId, anything, moment, parameters, readMoment, text } from "../shapes.ts";
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
			const read = readSpan(span);
			if (read === null) return NO_MOMENT;
			return replyTo(await authority.learn(caller, { agent: agent_id, name, ...read }), (learned) => ({ ...learned }));
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
			const read = readSpan({ ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) });
			if (read === null) return NO_MOMENT;
			return replyTo(
				await authority.replay(caller, { ...wish, ...read, ...(agent_id === undefined ? {} : { agent: agent_id }) }),
				(replayed) => ({ ...replayed }),
			);
		},
	}),
];

const NO_MOMENT = failure("invalid-request", "Invalid parameter: since and until are moments");

function readSpan({ since, until }: Span): { readonly since?: number; readonly until?: number } | null {
	const from = since === undefined ? undefined : readMoment(since);
	const to = until === undefined ? undefined : readMoment(until);
	if (from === null || to === null) return null;
	return { ...(from === undefined ? {} : { since: from }), ...(to === undefined ? {} : { until: to }) };
}
