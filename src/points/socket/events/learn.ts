import { present } from "../../../engine/index.ts";
import { replyTo } from "../errors.ts";
import { agentId, anything, moment, parameters, readSpan, text } from "../shapes.ts";
import { defineEvent, type SocketEvent } from "../socket-event.ts";

/** Events that read the ledger to judge definitions. */
export const learnEvents: readonly SocketEvent[] = [
	defineEvent({
		name: "audit:learn",
		description: "The smallest profile that allows what an agent really did",
		parameters: parameters({ agent_id: agentId, name: text, since: moment, until: moment }, ["agent_id"]),
		senders: "person",
		async run({ authority, caller }, { agent_id, name = "learned", ...span }) {
			return replyTo(await authority.learn(caller, { agent: agent_id, name, ...readSpan(span) }), (learned) => ({ ...learned }));
		},
	}),
	defineEvent({
		name: "audit:replay",
		description: "What a definition would have answered to what was really asked",
		parameters: parameters({ profile: anything, definition: text, overrides: anything, agent_id: agentId, since: moment, until: moment }),
		senders: "person",
		async run({ authority, caller }, { agent_id, since, until, ...wish }) {
			const asked = { ...wish, ...readSpan({ since, until }), ...present({ agent: agent_id }) };
			return replyTo(await authority.replay(caller, asked), (replayed) => ({ ...replayed }));
		},
	}),
];
