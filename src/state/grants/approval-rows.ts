import { type Connection, firstRow, isKeepable, numberOf, type Row, type SqlValue, type Transaction, textOf } from "../../store/index.ts";

/** One approval to be written; it waits. */
interface ApprovalRow {
	readonly id: string;
	readonly agent: string;
	readonly fingerprint: string;
	readonly rule: string | null;
	readonly request: string | null;
	readonly reason: string | null;
	readonly created_at: number;
	readonly expires_at: number;
}

/** How many came in: none when the agent already waits for the same. */
export function insertApprovalRow(transaction: Transaction, row: ApprovalRow): Promise<number> {
	return transaction.run(
		`INSERT INTO approvals (id, agent, fingerprint, rule, request, reason, status, created_at, expires_at, version)
			VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?, 1) ON CONFLICT DO NOTHING`,
		[row.id, row.agent, row.fingerprint, row.rule, row.request, row.reason, row.created_at, row.expires_at],
	);
}

export async function findApprovalRow(connection: Connection, id: string): Promise<Row | null> {
	if (!isKeepable(id)) return null;
	return firstRow(connection, "SELECT * FROM approvals WHERE id = ?", [id]);
}

export function findPendingApprovalRow(connection: Connection, agent: string, fingerprint: string): Promise<Row | null> {
	return firstRow(connection, "SELECT * FROM approvals WHERE agent = ? AND fingerprint = ? AND status = 'pending'", [agent, fingerprint]);
}

/** Uses an approved question up, the oldest first; nothing when there is none or another was quicker. */
export async function takeApprovedRow(
	transaction: Transaction,
	agent: string,
	fingerprint: string,
	since: number,
	now: number,
): Promise<Row | null> {
	const found = await firstRow(
		transaction,
		`SELECT id, answered_by FROM approvals WHERE agent = ? AND fingerprint = ? AND status = 'approved' AND grant_id IS NULL AND used_at IS NULL
			AND answered_at >= ? ORDER BY created_at, id LIMIT 1`,
		[agent, fingerprint, since],
	);
	if (found === null) return null;
	const taken = await transaction.run("UPDATE approvals SET used_at = ?, version = version + 1 WHERE id = ? AND used_at IS NULL", [
		now,
		found.id ?? null,
	]);
	return taken === 1 ? found : null;
}

/** For how many answers the agent waits, counted no further than `most`. */
export async function countPendingApprovals(connection: Connection, agent: string, most: number): Promise<number> {
	const row = await firstRow(
		connection,
		"SELECT count(*) AS pending FROM (SELECT 1 AS one FROM approvals WHERE agent = ? AND status = 'pending' LIMIT ?) counted",
		[agent, most],
	);
	return row === null ? 0 : numberOf(row, "pending");
}

/** How an approval ended. */
interface ApprovalAnswer {
	readonly status: string;
	readonly by: string | null;
	readonly at: number;
	readonly answer: string | null;
	readonly grant: string | null;
}

const CLOSE = "UPDATE approvals SET status = ?, answered_by = ?, answered_at = ?, answer = ?, grant_id = ?, version = version + 1";

/** Ends one that still waits; nothing when another was quicker. */
export async function closeApprovalRow(transaction: Transaction, id: string, end: ApprovalAnswer): Promise<Row | null> {
	const [row] = await transaction.all(`${CLOSE} WHERE id = ? AND status = 'pending' RETURNING *`, [...valuesOf(end), id]);
	return row ?? null;
}

/** Ends all that still wait and whose time is over. */
export function closeDueApprovalRows(transaction: Transaction, now: number, end: ApprovalAnswer): Promise<readonly Row[]> {
	return transaction.all(`${CLOSE} WHERE status = 'pending' AND expires_at <= ? RETURNING *`, [...valuesOf(end), now]);
}

/** Ends all for which an agent still waits. */
export function closeApprovalRowsOf(transaction: Transaction, agent: string, end: ApprovalAnswer): Promise<readonly Row[]> {
	return transaction.all(`${CLOSE} WHERE agent = ? AND status = 'pending' RETURNING *`, [...valuesOf(end), agent]);
}

function valuesOf(end: ApprovalAnswer): readonly SqlValue[] {
	return [end.status, end.by, end.at, end.answer, end.grant];
}

/** A moment and an id: what comes after them in a list by time. */
export interface Place {
	readonly at: number;
	readonly id: string;
}

/** Which are wanted; what is absent does not matter. */
export interface TimedFilter {
	readonly agent?: string;
	readonly status?: string;
	/** Of agents that this person owns or that are shared with them. */
	readonly accessibleTo?: string;
}

/** The next approvals after a place, the oldest first. */
export function pageOfApprovalRows(connection: Connection, filter: TimedFilter, after: Place, limit: number): Promise<readonly Row[]> {
	return pageByTime(connection, "approvals", filter, after, limit);
}

/** The next rows of a table with agents and moments of creation. */
export async function pageByTime(
	connection: Connection,
	table: "approvals" | "grants",
	{ agent, status, accessibleTo }: TimedFilter,
	after: Place,
	limit: number,
): Promise<readonly Row[]> {
	if (![agent ?? "", status ?? "", accessibleTo ?? "", after.id].every(isKeepable)) return [];
	const conditions = ["(t.created_at, t.id) > (?, ?)"];
	const values: SqlValue[] = [after.at, after.id];
	const add = (condition: string, ...more: readonly string[]): void => {
		conditions.push(condition);
		values.push(...more);
	};
	if (agent !== undefined) add("t.agent = ?", agent);
	if (status !== undefined) add("t.status = ?", status);
	if (accessibleTo !== undefined)
		add(
			`(EXISTS (SELECT 1 FROM agents a WHERE a.id = t.agent AND a.owner = ?) OR EXISTS (SELECT 1 FROM shares s WHERE s.agent = t.agent AND s.email = ?))`,
			accessibleTo,
			accessibleTo,
		);
	return connection.all(`SELECT t.* FROM ${table} t WHERE ${conditions.join(" AND ")} ORDER BY t.created_at, t.id LIMIT ?`, [
		...values,
		limit,
	]);
}

/** Where a list by time goes on; a cursor that is not one has no place. */
export function placeOf(cursor: string | null): Place | null {
	if (cursor === null) return { at: -1, id: "" };
	const [at = "", id = ""] = cursor.split("~");
	return /^\d{1,15}$/.test(at) ? { at: Number(at), id } : null;
}

/** The cursor that goes on after a row. */
export function cursorOf(row: Row): string {
	return `${numberOf(row, "created_at")}~${textOf(row, "id")}`;
}
