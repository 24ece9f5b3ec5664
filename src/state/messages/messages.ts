import {
	type Connection,
	numberOf,
	type Page,
	pageOf,
	plainText,
	type Row,
	type Transaction,
	textOf,
	textOrNull,
} from "../../store/index.ts";
import {
	countQueued,
	findMessageRow,
	findReplyRow,
	markFailed,
	markUndeliverable,
	pageOfConversationRows,
	pageOfMailboxRows,
	peekMessageRows,
	requeueTaken,
	requeueTakenAt,
	takeMessageRows,
} from "./message-rows.ts";

/** `delivered` is the end of an answer that wants none; `undeliverable` of what its agent did not live to answer. */
type MessageState = "queued" | "taken" | "delivered" | "answered" | "undeliverable";

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
function inOrder(rows: readonly Row[]): readonly Message[] {
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

export async function findMessage(connection: Connection, id: string): Promise<Message | null> {
	const row = await findMessageRow(connection, id);
	return row === null ? null : messageOf(row);
}

/** The answer to a message, if there is one. */
export async function findAnswer(connection: Connection, id: string): Promise<Message | null> {
	const row = await findReplyRow(connection, id);
	return row === null ? null : messageOf(row);
}

/** How many messages wait for an agent, counted no further than `most`. */
export function queuedCount(connection: Connection, agent: string, most = 1_000): Promise<number> {
	return countQueued(connection, agent, most);
}

interface Part {
	readonly limit: number;
	readonly cursor?: string | null;
}

/** What is in an agent's mailbox in one state, the oldest first; for people, so nothing counts as seen by the agent. */
export async function listMessages(
	connection: Connection,
	agent: string,
	{ state = "queued", limit, cursor = null }: Part & { readonly state?: MessageState },
): Promise<Page<Message>> {
	const after = placeOf(cursor, 0);
	const rows = after === null ? [] : await pageOfMailboxRows(connection, agent, state, after, limit + 1);
	return pageOf(rows, limit, messageOf, (row) => String(numberOf(row, "position")));
}

/** What an agent and another agent, or a person by the principal's name, said to each other, the newest first. */
export async function listConversation(
	connection: Connection,
	agent: string,
	other: { readonly agent: string } | { readonly person: string },
	{ limit, cursor = null }: Part,
): Promise<Page<Message>> {
	const before = placeOf(cursor, Number.MAX_SAFE_INTEGER);
	const rows = before === null ? [] : await pageOfConversationRows(connection, agent, other, before, limit + 1);
	return pageOf(rows, limit, messageOf, (row) => String(numberOf(row, "position")));
}

/** A cursor that is not one shows nothing. */
function placeOf(cursor: string | null, start: number): number | null {
	if (cursor === null) return start;
	const place = Number(cursor);
	return Number.isSafeInteger(place) ? place : null;
}

/**
 * The next messages of an agent, in order, taken at a node. Taken ones are not offered again before a restart; `peek` leaves them where they are.
 * SECURITY: what an agent has peeked at counts for the depth of what it sends, like what it took.
 */
export async function takeMessages(
	transaction: Transaction,
	agent: string,
	limit: number,
	{ peek = false, node = null }: { readonly peek?: boolean; readonly node?: string | null } = {},
): Promise<readonly Message[]> {
	return inOrder(peek ? await peekMessageRows(transaction, agent, limit) : await takeMessageRows(transaction, agent, limit, node));
}

/** After a restart of an agent: what it took and did not answer is offered again, at its old place. How many. */
export function redeliver(transaction: Transaction, agent: string): Promise<number> {
	return requeueTaken(transaction, agent);
}

/**
 * The same for all that was taken at a node which starts (`null` = none does), and at nodes that nobody has seen since a moment.
 * INVARIANT: what is being handled at a node that lives is not offered to anybody else.
 */
export function redeliverAt(transaction: Transaction, node: string | null, since: number): Promise<number> {
	return requeueTakenAt(transaction, node, since);
}

/** Before an agent ends: everything that it did not answer goes back as undeliverable. */
export async function undeliverable(transaction: Transaction, agent: string): Promise<readonly Message[]> {
	return inOrder(await markUndeliverable(transaction, agent));
}

/** Ends a message whose work failed; `false` when it is answered or ended already. */
export async function failMessage(transaction: Transaction, id: string): Promise<boolean> {
	return (await markFailed(transaction, id)) === 1;
}
