import { randomId } from "../platform/index.ts";
import { findMessageRow, insertMessageRow, markAnswered, type Refusal, refused, storedText, type Transaction } from "../store/index.ts";
import { type Message, messageOf } from "./message.ts";

/** An answer to a message in somebody's mailbox. */
export interface Answer {
	readonly id: string;
	/** Who answers, by the principal's name from the credential: the agent, or a person with authority over it in its place. */
	readonly by: string;
	readonly content: string;
	/** Absent = that of the message. */
	readonly correlationId?: string | null;
	readonly now: number;
}

export type AnswerOutcome =
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
