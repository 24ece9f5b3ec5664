import { isoTime } from "../../../platform/index.ts";
import { failure, refused, replyTo } from "../errors.ts";
import { agentId, anything, count, flag, longText, parameters, seconds, text, texts } from "../shapes.ts";
import { defineEvent, type Reply, type Session, type SocketEvent } from "../socket-event.ts";
import { contentOf, denial } from "./agent-messages.ts";
import { receiveMessages } from "./receive-messages.ts";
import { subscribe } from "./subscribe.ts";

/** Events about mailboxes. */
export const messageEvents: readonly SocketEvent[] = [
	defineEvent<{ readonly event_type?: string; readonly message: unknown }>({
		name: "message:publish",
		description: "Puts a message into the mailbox of the agent that the message names",
		parameters: parameters({ event_type: text, message: anything }, ["message"]),
		senders: "anyone",
		async run({ authority, caller }, { message }) {
			const to = typeof message === "object" && message !== null && "to" in message && typeof message.to === "string" ? message.to : null;
			if (to === null) return failure("invalid-request", "Invalid parameter: message.to names an agent");
			const sent = await authority.send(caller, {
				to,
				content: contentOf(message) ?? JSON.stringify(message),
				verb: "message:publish",
				wait: false,
			});
			return sent.ok ? { status: "published", to, request_id: sent.value.message.id } : denial(caller, to, refused(sent.refusal));
		},
	}),
	defineEvent<{ readonly agent_id?: string; readonly limit?: number; readonly wait_seconds?: number; readonly peek?: boolean }>({
		name: "message:receive",
		description: "Takes messages from a mailbox, in order",
		parameters: parameters({ agent_id: agentId, limit: count, wait_seconds: seconds, peek: flag }),
		senders: "anyone",
		async run(session, { agent_id, limit = 10, wait_seconds = 0, peek = false }) {
			const { caller } = session;
			const agent = agent_id ?? (caller.principal.kind === "agent" ? caller.principal.id : undefined);
			if (agent === undefined) return failure("invalid-request", "Missing required parameter: agent_id");
			return receiveMessages(session, agent, { limit, peek, waitSeconds: wait_seconds }, (messages) => ({ messages: messages.map(shown) }));
		},
	}),
	listEvent("message:unanswered", "What was taken from a mailbox and is not answered yet, oldest first", "unanswered"),
	listEvent("message:history", "What you and an agent said to each other, newest first", "conversation"),
	defineEvent<{ readonly message_id: string; readonly content: string }>({
		name: "message:answer",
		description: "Answers a message that was taken",
		parameters: parameters({ message_id: text, content: longText }, ["message_id", "content"]),
		senders: "anyone",
		sentAs: "message:receive",
		run: async ({ authority, caller }, { message_id, content }) =>
			replyTo(await authority.answerTo(caller, message_id, content), (answer) => ({
				status: "answered",
				message_id,
				answer_id: answer.id,
			})),
	}),
	defineEvent<{ readonly event_types?: readonly string[] }>({
		name: "message:subscribe",
		description: "Tells this connection when a message arrives",
		parameters: parameters({ event_types: texts }),
		senders: "anyone",
		run: (session) => subscribe(session, ["message:*"]),
	}),
	defineEvent<{ readonly subscription_id: string }>({
		name: "message:unsubscribe",
		description: "Ends a subscription",
		parameters: parameters({ subscription_id: text }, ["subscription_id"]),
		senders: "anyone",
		run: async ({ subscriptions }, { subscription_id }) => ({
			status: subscriptions.remove(subscription_id) ? "unsubscribed" : "not_found",
		}),
	}),
];

function listEvent(name: string, description: string, verb: "unanswered" | "conversation"): SocketEvent {
	return defineEvent<{ readonly agent_id: string; readonly limit?: number; readonly cursor?: string }>({
		name,
		description,
		parameters: parameters({ agent_id: agentId, limit: count, cursor: text }, ["agent_id"]),
		senders: "anyone",
		sentAs: "message:receive",
		run: async ({ authority, caller }, { agent_id, limit = 100, cursor = null }) =>
			replyTo(await authority[verb](caller, agent_id, { limit, cursor }), ({ items, next_cursor }) => ({
				messages: items.map(shown),
				...(next_cursor === null ? {} : { next_cursor }),
			})),
	});
}

type ShownMessage = Extract<Awaited<ReturnType<Session["authority"]["receive"]>>, { readonly ok: true }>["value"][number];

function shown({ id, from, to, content, depth, in_reply_to, correlation_id, sent_at, state, redelivered }: ShownMessage): Reply {
	return {
		id,
		from,
		to,
		content,
		depth,
		in_reply_to,
		correlation_id,
		sent_at: isoTime(sent_at),
		state,
		...(redelivered ? { redelivered } : {}),
	};
}
