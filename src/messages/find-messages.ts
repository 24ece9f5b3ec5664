import {
	type Connection,
	countQueued,
	findMessageRow,
	findReplyRow,
	numberOf,
	type Page,
	pageOf,
	pageOfConversationRows,
	pageOfMailboxRows,
} from "../store/index.ts";
import { type Message, type MessageState, messageOf } from "./message.ts";

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

/** A cursor that is none shows nothing. */
function placeOf(cursor: string | null, start: number): number | null {
	if (cursor === null) return start;
	const place = Number(cursor);
	return Number.isSafeInteger(place) ? place : null;
}
