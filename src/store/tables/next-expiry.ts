import { type Connection, firstRow, numberOrNull, type Row } from "../connection.ts";

/** When the next edge or grant after a moment ends by itself; `null` = none does. */
export async function nextExpiry(connection: Connection, after: number): Promise<number | null> {
	const row = await firstRow(
		connection,
		`SELECT min(at) AS at FROM (SELECT min(expires_at) AS at FROM edges WHERE expires_at > ?
			UNION ALL SELECT min(expires_at) AS at FROM grants WHERE ended_at IS NULL AND expires_at > ?) AS moments`,
		[after, after],
	);
	return row === null ? null : numberOrNull(row, "at");
}

/** Whose edges and grants ended by themselves after one moment and until another; without an agent it is a group's. */
export function expiredRows(connection: Connection, after: number, until: number): Promise<readonly Row[]> {
	return connection.all(
		`SELECT source_agent AS agent FROM edges WHERE expires_at > ? AND expires_at <= ?
			UNION SELECT agent FROM grants WHERE expires_at > ? AND expires_at <= ?`,
		[after, until, after, until],
	);
}
