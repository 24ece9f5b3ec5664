import { type Connection, firstRow, isKeepable, numberOf, type Row, type Transaction, textOf } from "../../store/index.ts";

/** One message to be written; the database gives it its place in the order. */
interface MessageRow {
	readonly id: string;
	readonly sender: string;
	readonly sender_agent: string | null;
	readonly addressee: string;
	readonly recipient: string | null;
	readonly content: string;
	readonly depth: number;
	readonly in_reply_to: string | null;
	readonly correlation_id: string | null;
	readonly sent_at: number;
	readonly state: string;
	readonly expects_answer: number;
	readonly closes: number;
}

const COLUMNS = [
	...(["id", "sender", "sender_agent", "addressee", "recipient", "content", "depth", "in_reply_to"] as const),
	...(["correlation_id", "sent_at", "state", "expects_answer", "closes"] as const),
];

export async function insertMessageRow(transaction: Transaction, row: MessageRow): Promise<Row> {
	const [written] = await transaction.all(
		`INSERT INTO messages (${COLUMNS.join(", ")}, seen, redelivered) VALUES (${COLUMNS.map(() => "?").join(", ")}, 0, 0) RETURNING *`,
		COLUMNS.map((column) => row[column]),
	);
	if (written === undefined) throw new TypeError("a message was not written");
	return written;
}

export async function findMessageRow(connection: Connection, id: string): Promise<Row | null> {
	if (!isKeepable(id)) return null;
	return firstRow(connection, "SELECT * FROM messages WHERE id = ?", [id]);
}

/** What was said last in reply to a message. */
export function findReplyRow(connection: Connection, id: string): Promise<Row | null> {
	return firstRow(connection, "SELECT * FROM messages WHERE in_reply_to = ? AND closes = 1 ORDER BY position DESC LIMIT 1", [id]);
}

/** The depth of the deepest message that an agent has seen and not answered; 0 = none. */
export async function deepestOpen(connection: Connection, agent: string): Promise<number> {
	const row = await firstRow(
		connection,
		`SELECT coalesce(max(depth), 0) AS depth FROM messages
			WHERE recipient = ? AND seen = 1 AND state IN ('queued', 'taken') AND (closes = 0 OR expects_answer = 1)`,
		[agent],
	);
	return row === null ? 0 : numberOf(row, "depth");
}

/** How many messages wait, counted no further than `most`. */
export async function countQueued(connection: Connection, agent: string, most: number): Promise<number> {
	const row = await firstRow(
		connection,
		"SELECT count(*) AS queued FROM (SELECT 1 AS one FROM messages WHERE recipient = ? AND state = 'queued' LIMIT ?) counted",
		[agent, most],
	);
	return row === null ? 0 : numberOf(row, "queued");
}

const NEXT =
	"position IN (SELECT position FROM messages WHERE recipient = ? AND state = 'queued' ORDER BY position LIMIT ?) AND state = 'queued'";

/** Takes the next messages; two that take at the same time never get the same one. An answer that wants none is done with it. */
export function takeMessageRows(transaction: Transaction, agent: string, limit: number, node: string | null): Promise<readonly Row[]> {
	return transaction.all(
		`UPDATE messages SET state = CASE WHEN closes = 1 AND expects_answer = 0 THEN 'delivered' ELSE 'taken' END, seen = 1, taken_by = ?
			WHERE ${NEXT} RETURNING *`,
		[node, agent, limit],
	);
}

/** Shows the next messages to their agent and remembers that it has seen them. */
export function peekMessageRows(transaction: Transaction, agent: string, limit: number): Promise<readonly Row[]> {
	return transaction.all(`UPDATE messages SET seen = 1 WHERE ${NEXT} RETURNING *`, [agent, limit]);
}

/** How many messages became answered: 1, or 0 when it is too late. */
export function markAnswered(transaction: Transaction, id: string): Promise<number> {
	return transaction.run("UPDATE messages SET state = 'answered' WHERE id = ? AND state IN ('queued', 'taken')", [id]);
}

const REQUEUE = "UPDATE messages SET state = 'queued', redelivered = 1, taken_by = NULL WHERE state = 'taken'";

/** Puts what an agent took and did not answer back to its place in the order. */
export function requeueTaken(transaction: Transaction, agent: string): Promise<number> {
	return transaction.run(`${REQUEUE} AND recipient = ?`, [agent]);
}

/** The same for what was taken at this node, if one is named, and at nodes that were not seen since a moment. */
export function requeueTakenAt(transaction: Transaction, node: string | null, since: number): Promise<number> {
	return transaction.run(
		`${REQUEUE} AND (taken_by IS NULL OR taken_by = ? OR taken_by NOT IN (SELECT name FROM nodes WHERE seen_at >= ?))`,
		[node, since],
	);
}

/** One message whose work failed; how many: none when it is answered. */
export function markFailed(transaction: Transaction, id: string): Promise<number> {
	return transaction.run("UPDATE messages SET state = 'undeliverable' WHERE id = ? AND state IN ('queued', 'taken')", [id]);
}

/** Everything that the agent will never answer. */
export function markUndeliverable(transaction: Transaction, agent: string): Promise<readonly Row[]> {
	return transaction.all("UPDATE messages SET state = 'undeliverable' WHERE recipient = ? AND state IN ('queued', 'taken') RETURNING *", [
		agent,
	]);
}

/** The next messages of a mailbox after a place in the order. */
export function pageOfMailboxRows(
	connection: Connection,
	recipient: string,
	state: string,
	after: number,
	limit: number,
): Promise<readonly Row[]> {
	return connection.all("SELECT * FROM messages WHERE recipient = ? AND state = ? AND position > ? ORDER BY position LIMIT ?", [
		recipient,
		state,
		after,
		limit,
	]);
}

/** What an agent said to a person, and what was answered in its place. */
const ANSWERED_TO_PERSON = `recipient IS NULL AND addressee = ? AND (sender_agent = ? OR EXISTS (SELECT 1 FROM messages question
	WHERE question.id = messages.in_reply_to AND question.recipient = ? AND question.sender_agent IS NULL AND question.sender = messages.addressee))`;

/** The messages before a place in the order that an agent and another agent or a person exchanged, the newest first. */
export function pageOfConversationRows(
	connection: Connection,
	agent: string,
	other: { readonly agent: string } | { readonly person: string },
	before: number,
	limit: number,
): Promise<readonly Row[]> {
	const part = (where: string): string =>
		`SELECT * FROM (SELECT * FROM messages WHERE ${where} AND position < ? ORDER BY position DESC LIMIT ?) part`;
	const page = (one: string, two: string): string =>
		`SELECT * FROM (${part(one)} UNION ALL ${part(two)}) conversation ORDER BY position DESC LIMIT ?`;
	if ("agent" in other)
		return connection.all(page("sender_agent = ? AND recipient = ?", "sender_agent = ? AND recipient = ?"), [
			...[agent, other.agent, before, limit],
			...[other.agent, agent, before, limit, limit],
		]);
	return connection.all(page("sender_agent IS NULL AND sender = ? AND recipient = ?", ANSWERED_TO_PERSON), [
		...[other.person, agent, before, limit],
		...[other.person, agent, agent, before, limit, limit],
	]);
}

/** Takes back what a sender wrote to an agent and nobody has taken yet; the ids of the messages. */
export async function withdrawMessageRows(
	transaction: Transaction,
	recipient: string,
	sender: { readonly agent: string } | { readonly person: string },
): Promise<readonly string[]> {
	const [column, name] = "agent" in sender ? ["sender_agent = ?", sender.agent] : ["sender_agent IS NULL AND sender = ?", sender.person];
	const rows: readonly Row[] = await transaction.all(
		`UPDATE messages SET state = 'undeliverable' WHERE recipient = ? AND ${column} AND state = 'queued' RETURNING id`,
		[recipient, name],
	);
	return rows.map((row) => textOf(row, "id"));
}

/** The newest messages are looked at, so that a long history costs nothing. */
const NEWEST = 20_000;

/** Which agents wrote to which since a moment, how often and when last. */
export function talkRows(connection: Connection, since: number): Promise<readonly Row[]> {
	return connection.all(
		`SELECT sender_agent AS source, recipient AS target, count(*) AS count, max(sent_at) AS last_at
			FROM (SELECT sender_agent, recipient, sent_at FROM messages ORDER BY position DESC LIMIT ${NEWEST}) AS newest
			WHERE sent_at >= ? AND sender_agent IS NOT NULL AND recipient IS NOT NULL GROUP BY sender_agent, recipient ORDER BY source, target`,
		[since],
	);
}
