import type { Connection, Row } from "../connection.ts";

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
