import { numberOf, plainText, type Row, textOf, textOrNull } from "../store/index.ts";

/** `delivered` is the end of an answer that wants none; `undeliverable` of what its agent did not live to answer. */
export type MessageState = "queued" | "taken" | "delivered" | "answered" | "undeliverable";

/** What one principal said to an agent, or an agent in answer to anybody. */
export interface Message {
	/** Its place in the order of all messages. */
	readonly position: number;
	readonly id: string;
	/** From the credential: an agent by its id, anybody else by the principal's name (which no agent can have as its id). */
	readonly from: string;
	/** The agent that sent it, if it still lives. */
	readonly from_agent: string | null;
	readonly to: string;
	readonly to_agent: string | null;
	readonly content: string;
	readonly depth: number;
	readonly in_reply_to: string | null;
	readonly correlation_id: string | null;
	readonly sent_at: number;
	readonly state: MessageState;
	readonly redelivered: boolean;
	readonly expects_answer: boolean;
}

/** A message from its row. */
export function messageOf(row: Row): Message {
	const sender = textOrNull(row, "sender_agent");
	const recipient = textOrNull(row, "recipient");
	return {
		position: numberOf(row, "position"),
		id: textOf(row, "id"),
		from: sender ?? nameOf(textOf(row, "sender")),
		from_agent: sender,
		to: recipient ?? nameOf(textOf(row, "addressee")),
		to_agent: recipient,
		content: plainText(textOf(row, "content")) ?? "",
		depth: numberOf(row, "depth"),
		in_reply_to: textOrNull(row, "in_reply_to"),
		correlation_id: textOrNull(row, "correlation_id"),
		sent_at: numberOf(row, "sent_at"),
		state: stateOf(textOf(row, "state")),
		redelivered: numberOf(row, "redelivered") === 1,
		expects_answer: numberOf(row, "expects_answer") === 1,
	};
}

/** Messages in the order in which they were sent. */
export function inOrder(rows: readonly Row[]): readonly Message[] {
	return rows.map(messageOf).toSorted((one, other) => one.position - other.position);
}

/** Agents are written without their kind. */
function nameOf(principal: string): string {
	return principal.startsWith("agent:") ? principal.slice(6) : principal;
}

function stateOf(text: string): MessageState {
	switch (text) {
		case "queued":
		case "taken":
		case "delivered":
		case "answered":
			return text;
		default:
			return "undeliverable";
	}
}
