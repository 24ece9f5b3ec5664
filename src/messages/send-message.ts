import { randomId } from "../platform/index.ts";
import {
	countQueued,
	deepestOpen,
	existingAgentIds,
	findMessageRow,
	insertMessageRow,
	markAnswered,
	type Refusal,
	refused,
	storedText,
	type Transaction,
} from "../store/index.ts";
import { type Message, messageOf } from "./message.ts";

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

export type SendOutcome =
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
