import { type Connection, firstRow, isKeepable, numberOf, type Row, type SqlValue, type Transaction } from "../../store/index.ts";
import { type Place, pageByTime } from "./approval-rows.ts";

/** One grant to be written. */
export interface GrantRow {
	readonly id: string;
	readonly agent: string;
	readonly rule: string;
	readonly scope: string;
	readonly message: string | null;
	readonly expires_at: number | null;
	readonly uses_left: number | null;
	readonly granted_by: string;
	readonly reason: string | null;
	readonly approval: string | null;
	readonly created_at: number;
}

const COLUMNS = [
	...(["id", "agent", "rule", "scope", "message", "expires_at", "uses_left", "granted_by", "reason", "approval", "created_at"] as const),
];

export async function insertGrantRow(transaction: Transaction, row: GrantRow): Promise<Row> {
	const [written] = await transaction.all(
		`INSERT INTO grants (${COLUMNS.join(", ")}, version) VALUES (${COLUMNS.map(() => "?").join(", ")}, 1) RETURNING *`,
		COLUMNS.map((column) => row[column]),
	);
	if (written === undefined) throw new TypeError("a grant was not written");
	return written;
}

export async function findGrantRow(connection: Connection, id: string): Promise<Row | null> {
	if (!isKeepable(id)) return null;
	return firstRow(connection, "SELECT * FROM grants WHERE id = ?", [id]);
}

const LIVE = "ended_at IS NULL AND (expires_at IS NULL OR expires_at > ?) AND (uses_left IS NULL OR uses_left > 0)";

/** What widens an agent at this moment, the oldest first. */
export function liveGrantRowsOf(connection: Connection, agent: string, now: number): Promise<readonly Row[]> {
	return connection.all(`SELECT * FROM grants WHERE agent = ? AND ${LIVE} ORDER BY created_at, id`, [agent, now]);
}

/** How many grants of an agent have not been ended; time may be over for some. */
export async function countOpenGrants(connection: Connection, agent: string): Promise<number> {
	const row = await firstRow(connection, "SELECT count(*) AS open FROM grants WHERE agent = ? AND ended_at IS NULL", [agent]);
	return row === null ? 0 : numberOf(row, "open");
}

/** Takes one use; nothing when the grant does not live. The last use ends it. INVARIANT: never more uses than were granted. */
export async function takeGrantUse(transaction: Transaction, id: string, now: number): Promise<Row | null> {
	const [row] = await transaction.all(
		`UPDATE grants SET uses_left = uses_left - 1, ended_at = CASE WHEN uses_left = 1 THEN ? ELSE ended_at END,
			ended_by = CASE WHEN uses_left = 1 THEN 'used' ELSE ended_by END WHERE id = ? AND ${LIVE} RETURNING *`,
		[now, id, now],
	);
	return row ?? null;
}

const END = "UPDATE grants SET ended_at = ?, ended_by = ?, version = version + 1 WHERE ended_at IS NULL";

/** Ends one grant, if it had not ended. */
export async function endGrantRow(transaction: Transaction, id: string, why: string, now: number): Promise<Row | null> {
	const [row] = await transaction.all(`${END} AND id = ? RETURNING *`, [now, why, id]);
	return row ?? null;
}

/** Ends the grants of an agent for one scope; of scope `task`, those for one message. */
export function endGrantRowsOf(
	transaction: Transaction,
	{ agent, scope, message }: { readonly agent: string; readonly scope: string; readonly message: string | null },
	now: number,
): Promise<readonly Row[]> {
	const values: readonly SqlValue[] = [now, scope, agent, scope];
	if (message === null) return transaction.all(`${END} AND agent = ? AND scope = ? RETURNING *`, values);
	return transaction.all(`${END} AND agent = ? AND scope = ? AND message = ? RETURNING *`, [...values, message]);
}

/** Ends all whose time is over. */
export function endDueGrantRows(transaction: Transaction, now: number): Promise<readonly Row[]> {
	return transaction.all(`${END} AND expires_at IS NOT NULL AND expires_at <= ? RETURNING *`, [now, "expired", now]);
}

/** The next grants after a place, the oldest first. */
export function pageOfGrantRows(
	connection: Connection,
	filter: { readonly agent?: string; readonly accessibleTo?: string },
	after: Place,
	limit: number,
): Promise<readonly Row[]> {
	return pageByTime(connection, "grants", filter, after, limit);
}
