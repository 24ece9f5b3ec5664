import { randomId } from "../../platform/index.ts";
import { type Refusal, refused, storedText, type Transaction } from "../../store/index.ts";
import { existingAgentIds } from "../edges/index.ts";
import { countQueued, deepestOpen, findMessageRow, insertMessageRow, markAnswered } from "./message-rows.ts";
import { type Message, messageOf } from "./messages.ts";

/** One message that is permitted already; here only depth and room are judged. */
export interface Outgoing {
	/** The principal's name, from its credential. */
	readonly sender: string;
	readonly senderAgent: string | null;
	readonly recipient: string;
	readonly content: string;
	readonly inReplyTo?: string | null;
	readonly correlationId?: string | null;
	/** The sender waits for an answer. */
	readonly expectsAnswer?: boolean;
	readonly maxDepth: number;
	readonly mailboxSize: number;
	readonly now: number;
}

type SendOutcome =
	| {
			readonly ok: true;
			readonly message: Message;
			/** The message that this one answered, if it did. */
			readonly answered: Message | null;
	  }
	| (Refusal<"self-send" | "unknown-agent" | "unknown-message" | "chain-depth" | "mailbox-full"> & {
			/** Seconds; only for a full mailbox. */
			readonly retryAfter?: number;
	  });

/** Seconds after which a sender may find room in a full mailbox. */
const RETRY_AFTER = 5;

/** Puts a message into a mailbox. The first reply to a message answers it, and then takes no room away from others. */
export async function sendMessage(transaction: Transaction, outgoing: Outgoing): Promise<SendOutcome> {
	const { senderAgent, recipient, inReplyTo = null, expectsAnswer = false, maxDepth, mailboxSize } = outgoing;
	if (senderAgent === recipient) return refused("self-send", "An agent cannot send to itself");
	if (!(await existingAgentIds(transaction, [recipient])).has(recipient)) return refused("unknown-agent", `Agent ${recipient} not found`);
	const original = inReplyTo === null ? null : await findReplied(transaction, outgoing, inReplyTo);
	if (original === undefined) return refused("unknown-message", "There is no such message from this agent to reply to");
	// A person is the beginning of a chain, whatever they reply to.
	const depth = senderAgent === null ? 1 : 1 + Math.max(original?.depth ?? 0, await deepestOpen(transaction, senderAgent));
	if (depth > maxDepth) return refused("chain-depth", `The chain of messages would be ${depth} deep, more than ${maxDepth}`);
	const open = original !== null && (original.state === "queued" || original.state === "taken");
	if (!open && (await countQueued(transaction, recipient, mailboxSize)) >= mailboxSize)
		return { ...refused("mailbox-full", `The mailbox holds ${mailboxSize} messages`), retryAfter: RETRY_AFTER };
	const closes = open && original !== null && (await markAnswered(transaction, original.id)) === 1;
	const row = await insertMessageRow(transaction, {
		...{ id: randomId("message"), sender: outgoing.sender, sender_agent: senderAgent, addressee: `agent:${recipient}`, recipient },
		...{ content: storedText(outgoing.content) ?? "", depth, in_reply_to: inReplyTo, correlation_id: outgoing.correlationId ?? null },
		...{ sent_at: outgoing.now, state: "queued", expects_answer: expectsAnswer ? 1 : 0, closes: closes ? 1 : 0 },
	});
	return { ok: true, message: messageOf(row), answered: closes && original !== null ? { ...original, state: "answered" } : null };
}

/** SECURITY: only a message that came to the sender from this very recipient can be replied to; others stay unanswered and unseen. */
async function findReplied(
	transaction: Transaction,
	{ sender, senderAgent, recipient }: Outgoing,
	id: string,
): Promise<Message | undefined> {
	const row = await findMessageRow(transaction, id);
	const message = row === null ? null : messageOf(row);
	if (message === null || message.from_agent !== recipient) return undefined;
	const own = senderAgent === null ? message.to_agent === null && message.to === sender : message.to_agent === senderAgent;
	return own ? message : undefined;
}

/** An answer to a message in somebody's mailbox. */
interface Answer {
	readonly id: string;
	/** Who answers, by the principal's name from the credential: the agent, or a person with authority over it in its place. */
	readonly by: string;
	readonly content: string;
	/** Absent = that of the message. */
	readonly correlationId?: string | null;
	readonly now: number;
}

type AnswerOutcome =
	| { readonly ok: true; readonly answer: Message; readonly original: Message }
	| (Refusal<"already-answered"> & { readonly original: Message })
	| Refusal<"not-found">;

/**
 * Answers a message once. The answer goes into the mailbox of the agent that asked, however full it is, because the agent asked for it;
 * for anybody else, and for an agent that has ended, it is only kept.
 */
export async function answerMessage(transaction: Transaction, { id, by, content, now, correlationId }: Answer): Promise<AnswerOutcome> {
	const byAgent = by.startsWith("agent:") ? by.slice(6) : null;
	const row = await findMessageRow(transaction, id);
	const original = row === null ? null : messageOf(row);
	// SECURITY: another agent's message is answered like one that does not exist.
	if (original === null || (byAgent !== null && original.to_agent !== byAgent)) return refused("not-found", "There is no such message");
	if ((await markAnswered(transaction, id)) === 0) return { ...refused("already-answered", `The message is ${original.state}`), original };
	const answer = await insertMessageRow(transaction, {
		...{ id: randomId("message"), sender: by, sender_agent: byAgent, addressee: addresseeOf(original), recipient: original.from_agent },
		...{
			content: storedText(content) ?? "",
			depth: original.depth + 1,
			in_reply_to: id,
			correlation_id: correlationId ?? original.correlation_id,
		},
		...{ sent_at: now, state: original.from_agent === null ? "delivered" : "queued", expects_answer: 0, closes: 1 },
	});
	return { ok: true, answer: messageOf(answer), original: { ...original, state: "answered" } };
}

/** The sender by the principal's name; an agent that has ended keeps its kind, so that nobody is taken for it. */
function addresseeOf({ from }: Message): string {
	return from === "local" || from.includes(":") ? from : `agent:${from}`;
}
