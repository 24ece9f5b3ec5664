import type { Caller } from "../../../authority/index.ts";
import { present } from "../../../engine/index.ts";
import { failure, refused } from "../errors.ts";
import { agentId, anything, flag, parameters, seconds, text, texts } from "../shapes.ts";
import { defineEvent, type Reply, type SocketEvent } from "../socket-event.ts";

/** Events by which agents are written to. */
export const agentMessageEvents: readonly SocketEvent[] = [
	defineEvent({
		name: "agent:send_message",
		description: "Puts a message into an agent's mailbox",
		parameters: parameters({ agent_id: agentId, message: anything, wait: flag, timeout_seconds: seconds, in_reply_to: text }, [
			"agent_id",
			"message",
		]),
		senders: "anyone",
		async run({ authority, caller, gone }, { agent_id, message, wait, timeout_seconds, in_reply_to }) {
			const content = contentOf(message);
			if (content === null) return failure("invalid-request", "Invalid parameter: message is text, {type, prompt} or {role, content}");
			const sent = await authority.send(caller, {
				to: agent_id,
				content,
				verb: "agent:send_message",
				gone,
				...present({ wait, timeoutSeconds: timeout_seconds, inReplyTo: in_reply_to }),
			});
			if (!sent.ok) return denial(caller, agent_id, refused(sent.refusal));
			const { message: accepted, answer } = sent.value;
			return { status: "sent", agent_id, request_id: accepted.id, ...(answer === null ? {} : { answer: answer.content }) };
		},
	}),
	defineEvent({
		name: "agent:broadcast",
		description: "Puts a message into the mailbox of every agent that the sender may write to",
		parameters: parameters({ message: anything }, ["message"]),
		senders: "anyone",
		async run({ authority, caller }, { message }) {
			const content = contentOf(message);
			if (content === null) return failure("invalid-request", "Invalid parameter: message is text, {type, prompt} or {role, content}");
			const { reached, total } = await authority.broadcast(caller, content);
			return { status: "sent", agents_reached: reached, total_agents: total };
		},
	}),
	defineEvent({
		name: "agent:discover_peers",
		description: "The agents that the sender may write to",
		parameters: parameters({ capabilities: texts }),
		senders: "anyone",
		async run({ authority, caller }) {
			const page = await authority.agents(caller, { limit: 1_000, cursor: null });
			const own = caller.principal.kind === "agent" ? caller.principal.id : null;
			return { agents: page.items.filter(({ id }) => id !== own).map(({ id, status, type }) => ({ agent_id: id, status, type })) };
		},
	}),
];

/** The text of a message in any of KSI's forms. */
export function contentOf(message: unknown): string | null {
	if (typeof message === "string") return message;
	if (typeof message !== "object" || message === null) return null;
	const { prompt, content } = message as { readonly prompt?: unknown; readonly content?: unknown };
	if (typeof prompt === "string") return prompt;
	return typeof content === "string" ? content : null;
}

/** SECURITY: an agent reads the same whatever the reason is, so that it cannot learn who exists. */
export function denial({ principal }: Caller, target: string, reply: Reply): Reply {
	if (principal.kind !== "agent" || reply.code !== "no-edge") return reply;
	return {
		...reply,
		success: false,
		error: "Permission denied",
		code: "AGENT_PERMISSION_DENIED",
		message: `Agent '${principal.id}' is not permitted to communicate with '${target}'`,
		reason: "no-edge",
		caller: principal.id,
		target,
	};
}
