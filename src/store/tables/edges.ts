import { type Connection, firstRow, type Row, type SqlValue, textOf } from "../connection.ts";
import type { Transaction } from "../store.ts";
import { isKeepable } from "./keepable.ts";

const SOURCE = "coalesce(source_agent, 'group:' || source_group)";
const TARGET = "coalesce(target_agent, 'group:' || target_group)";
const FIELDS = `*, ${SOURCE} AS source, ${TARGET} AS target`;

/** One edge to be written. An end is an agent id or `group:NAME`. */
export interface EdgeRow {
	readonly id: string;
	readonly source: string;
	readonly target: string;
	readonly effect: string;
	readonly expires_at: number | null;
	readonly rate_count: number | null;
	readonly rate_seconds: number | null;
	readonly granted_by: string;
	readonly reason: string | null;
	readonly created_at: number;
}

const INSERT = `INSERT INTO edges (id, source_agent, source_group, target_agent, target_group, effect, expires_at, rate_count, rate_seconds,
	granted_by, reason, created_at, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1) ON CONFLICT`;

/** Writes an edge, or everything but its id and first moment over the one that the pair has. */
export async function upsertEdgeRow(transaction: Transaction, row: EdgeRow): Promise<Row> {
	const [written] = await transaction.all(
		`${INSERT} (${SOURCE}, ${TARGET}) DO UPDATE SET effect = excluded.effect, expires_at = excluded.expires_at,
			rate_count = excluded.rate_count, rate_seconds = excluded.rate_seconds, granted_by = excluded.granted_by, reason = excluded.reason,
			version = edges.version + 1 RETURNING ${FIELDS}`,
		valuesOf(row),
	);
	if (written === undefined) throw new TypeError("an edge was not written");
	return written;
}

/** How many edges came in: none when the pair has one already. */
export function insertEdgeRow(transaction: Transaction, row: EdgeRow): Promise<number> {
	return transaction.run(`${INSERT} DO NOTHING`, valuesOf(row));
}

export async function findEdgeRow(connection: Connection, source: string, target: string): Promise<Row | null> {
	if (!isKeepable(source + target)) return null;
	return firstRow(connection, `SELECT ${FIELDS} FROM edges WHERE ${SOURCE} = ? AND ${TARGET} = ?`, [source, target]);
}

export function deleteEdgeRow(transaction: Transaction, id: string): Promise<number> {
	return transaction.run("DELETE FROM edges WHERE id = ?", [id]);
}

/** Waits until no other node counts uses of this edge. */
export function lockEdgeRow(transaction: Transaction, id: string): Promise<number> {
	return transaction.run("UPDATE edges SET version = version WHERE id = ?", [id]);
}

/** Which edges are wanted. */
export interface EdgeRowFilter {
	readonly source?: string;
	readonly target?: string;
}

/** The next edges after a pair, in the order of source and target. */
export async function pageOfEdgeRows(
	connection: Connection,
	{ source, target }: EdgeRowFilter,
	after: { readonly source: string; readonly target: string },
	limit: number,
): Promise<readonly Row[]> {
	if (![source ?? "", target ?? "", after.source, after.target].every(isKeepable)) return [];
	const page = (where: string, order: string, values: readonly SqlValue[]): Promise<readonly Row[]> =>
		connection.all(`SELECT ${FIELDS} FROM edges WHERE ${where} ORDER BY ${order} LIMIT ?`, [...values, limit]);
	if (source !== undefined && target !== undefined)
		return page(`${SOURCE} = ? AND ${TARGET} = ? AND ${TARGET} > ?`, TARGET, [source, target, after.target]);
	if (source !== undefined) return page(`${SOURCE} = ? AND ${TARGET} > ?`, TARGET, [source, after.target]);
	if (target === undefined) return page(`(${SOURCE}, ${TARGET}) > (?, ?)`, `${SOURCE}, ${TARGET}`, [after.source, after.target]);
	const group = target.startsWith("group:");
	return page(`${group ? "target_group" : "target_agent"} = ? AND ${SOURCE} > ?`, SOURCE, [group ? target.slice(6) : target, after.source]);
}

/** Every allow edge that begins at this end. */
export function allowEdgeRowsFrom(connection: Connection, source: string): Promise<readonly Row[]> {
	return connection.all(`SELECT ${FIELDS} FROM edges WHERE ${SOURCE} = ? AND effect = 'allow' ORDER BY ${TARGET}`, [source]);
}

/** Which of these agents exist. */
export async function existingAgentIds(connection: Connection, ids: readonly string[]): Promise<ReadonlySet<string>> {
	const found = new Set<string>();
	for (const some of inPortions(ids.filter(isKeepable)))
		for (const row of await connection.all(`SELECT id FROM agents WHERE id IN (${marks(some)})`, some)) found.add(textOf(row, "id"));
	return found;
}

/** All agents of one person. */
export async function agentIdsOfOwner(connection: Connection, owner: string): Promise<readonly string[]> {
	return (await connection.all("SELECT id FROM agents WHERE owner = ? ORDER BY id", [owner])).map((row) => textOf(row, "id"));
}

function valuesOf(row: EdgeRow): readonly SqlValue[] {
	const { id, effect, expires_at, rate_count, rate_seconds, granted_by, reason, created_at } = row;
	return [id, ...endOf(row.source), ...endOf(row.target), effect, expires_at, rate_count, rate_seconds, granted_by, reason, created_at];
}

/** The columns of the agent and of the group. */
function endOf(end: string): readonly [string | null, string | null] {
	return end.startsWith("group:") ? [null, end.slice(6)] : [end, null];
}

const PORTIONS = [1, 8, 64, 256];

/** Lists of a few fixed lengths, filled up with their last value, so that there are few statements to prepare. */
export function inPortions(values: readonly string[]): readonly (readonly string[])[] {
	const portions: (readonly string[])[] = [];
	for (let from = 0; from < values.length; ) {
		const rest = values.length - from;
		const size = PORTIONS.find((portion) => portion >= rest) ?? 256;
		const some = values.slice(from, from + size);
		const last = some.at(-1) ?? "";
		portions.push([...some, ...Array.from({ length: size - some.length }, () => last)]);
		from += size;
	}
	return portions;
}

/** As many `?` as there are values. */
export function marks(values: readonly unknown[]): string {
	return values.map(() => "?").join(", ");
}
