import {
	type Connection,
	firstRow,
	isKeepable,
	numberOf,
	numberOrNull,
	type Row,
	type SqlValue,
	type Transaction,
	textOf,
} from "../../store/index.ts";

const SOURCE = "coalesce(source_agent, 'group:' || source_group)";
const TARGET = "coalesce(target_agent, 'group:' || target_group)";
const FIELDS = `*, ${SOURCE} AS source, ${TARGET} AS target`;

/** One edge to be written. An end is an agent id or `group:NAME`. */
interface EdgeRow {
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
interface EdgeRowFilter {
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

/** What is around an agent. */
interface AroundAgent {
	readonly children: readonly string[];
	readonly groups: readonly string[];
	readonly queued: number;
}

/** Children, groups and the number of queued messages of many agents, in few questions. */
export async function aroundAgents(connection: Connection, ids: readonly string[]): Promise<ReadonlyMap<string, AroundAgent>> {
	const children: Row[] = [];
	const groups: Row[] = [];
	const queued = new Map<string, number>();
	for (const some of inPortions(ids)) {
		const list = marks(some);
		children.push(...(await connection.all(`SELECT parent AS agent, id AS name FROM agents WHERE parent IN (${list}) ORDER BY id`, some)));
		groups.push(
			...(await connection.all(`SELECT agent, group_name AS name FROM group_members WHERE agent IN (${list}) ORDER BY group_name`, some)),
		);
		const counts = await connection.all(
			`SELECT recipient AS agent, count(*) AS queued FROM messages WHERE recipient IN (${list}) AND state = 'queued' GROUP BY recipient`,
			some,
		);
		for (const row of counts) queued.set(textOf(row, "agent"), numberOf(row, "queued"));
	}
	const [childrenOf, groupsOf] = [namesOf(children), namesOf(groups)];
	return new Map(ids.map((id) => [id, { children: childrenOf(id), groups: groupsOf(id), queued: queued.get(id) ?? 0 }]));
}

function namesOf(rows: readonly Row[]): (id: string) => readonly string[] {
	const byAgent = Map.groupBy(rows, (row) => textOf(row, "agent"));
	return (id) => (byAgent.get(id) ?? []).map((row) => textOf(row, "name"));
}

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
