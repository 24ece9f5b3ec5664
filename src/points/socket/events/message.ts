import { isoTime } from "../../../platform/index.ts";
import { failure, refused, replyTo } from "../errors.ts";
import { agentId, anything, count, flag, longText, parameters, seconds, text, texts } from "../shapes.ts";
import { type Connection, defineEvent, type Reply, type SocketEvent } from "../socket-event.ts";
import { contentOf, denial } from "./agent-messages.ts";
import { subscribe } from "./monitor.ts";

/** Events about mailboxes. */
export const messageEvents: readonly SocketEvent[] = [
	defineEvent({
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
	defineEvent({
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
	defineEvent({
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
	defineEvent({
		name: "message:subscribe",
		description: "Tells this connection when a message arrives",
		parameters: parameters({ event_types: texts }),
		senders: "anyone",
		run: (session) => subscribe(session, ["message:*"]),
	}),
	defineEvent({
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
	return defineEvent({
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

type ShownMessage = Extract<Awaited<ReturnType<Connection["authority"]["receive"]>>, { readonly ok: true }>["value"][number];

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

const MOST_CHARACTERS = 8 * 1024 * 1024;
/** How many are taken at once: even the largest messages fit into one answer. */
const FEW = 8;
/** How long one wait is; then it is seen whether the client is still there. */
const WAIT_SECONDS = 1;

type Received = Awaited<ReturnType<Connection["authority"]["receive"]>>;
type Messages = Extract<Received, { readonly ok: true }>["value"];

/**
 * Takes or looks at messages, fewer than asked for when they are large.
 * SECURITY: a mailbox holds more than a text can hold, and anybody who may write to an agent can fill it (test/socket/connections.test.ts).
 */
async function receiveMessages(
	session: Connection,
	agent: string,
	{ limit, peek, waitSeconds }: { readonly limit: number; readonly peek: boolean; readonly waitSeconds: number },
	reply: (messages: Messages) => Reply,
): Promise<Reply> {
	const first = await waitForFirst(session, agent, Math.min(FEW, limit), peek, waitSeconds);
	if (first === null) return failure("disconnected", "The client is gone");
	if (!first.ok) return replyTo(first, reply);
	const more = peek ? lookFurther : takeFurther;
	return reply(await more(session, agent, limit, first.value));
}

/** `null` = the client went while it waited: nobody would read what is taken. */
async function waitForFirst(
	{ authority, caller, gone }: Connection,
	agent: string,
	limit: number,
	peek: boolean,
	waitSeconds: number,
): Promise<Received | null> {
	for (let left = waitSeconds; ; left -= WAIT_SECONDS) {
		if (gone.aborted) return null;
		const received = await authority.receive(caller, agent, { limit, peek, waitSeconds: Math.max(0, Math.min(left, WAIT_SECONDS)) });
		if (!received.ok || received.value.length > 0 || left <= WAIT_SECONDS) return received;
	}
}

async function takeFurther({ authority, caller }: Connection, agent: string, limit: number, first: Messages): Promise<Messages> {
	const taken = [...first];
	let characters = charactersOf(first);
	let isFull = first.length === FEW;
	while (isFull && taken.length < limit && characters < MOST_CHARACTERS) {
		const next = await authority.receive(caller, agent, { limit: Math.min(FEW, limit - taken.length) });
		if (!next.ok) break;
		taken.push(...next.value);
		characters += charactersOf(next.value);
		isFull = next.value.length === FEW;
	}
	return taken;
}

/** Looking leaves everything where it is, so each look begins at the start and goes twice as far. */
async function lookFurther({ authority, caller }: Connection, agent: string, limit: number, first: Messages): Promise<Messages> {
	let seen = first;
	for (let far = FEW; seen.length === far && far < limit && charactersOf(seen) < MOST_CHARACTERS; ) {
		far = Math.min(far * 2, limit);
		const next = await authority.receive(caller, agent, { limit: far, peek: true });
		if (!next.ok) break;
		seen = next.value;
	}
	let characters = 0;
	return seen.filter((message, at) => {
		characters += charactersOf([message]);
		return at === 0 || characters <= MOST_CHARACTERS;
	});
}

function charactersOf(messages: Messages): number {
	return messages.reduce((sum, { content }) => sum + JSON.stringify(content).length, 0);
}
