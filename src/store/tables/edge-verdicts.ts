import type { Connection, Row } from "../connection.ts";
import type { Transaction } from "../store.ts";
import { inPortions, marks } from "./edges.ts";
import { isKeepable } from "./keepable.ts";

const SOURCE = "coalesce(e.source_agent, 'group:' || e.source_group)";
const TARGET = "coalesce(e.target_agent, 'group:' || e.target_group)";

/**
 * All names under which an agent can stand at the beginning of an edge.
 * `'' || id` and not `id`: SQLite searches an index on expressions only for what is no plain column of text either.
 */
const SOURCES =
	"SELECT '' || id AS name FROM agents WHERE id = ? UNION ALL SELECT 'group:' || group_name FROM group_members WHERE agent = ?";

const USES = "FROM edge_uses u WHERE u.edge = e.id AND u.source = ? AND u.target = t.agent AND u.at > ? - e.rate_seconds * 1000";

/**
 * Every edge that speaks of an agent and one of the targets, by itself or by a group, with how often the pair used it in its window.
 * The joins are written so that each pair of names is one search in `edges_pair`, however many edges there are.
 */
export function judgingStatement(targets: readonly string[]): string {
	const list = marks(targets);
	return `SELECT t.agent AS target_id, e.*, ${SOURCE} AS source, ${TARGET} AS target,
			CASE WHEN e.rate_count IS NULL THEN 0 ELSE (SELECT count(*) ${USES}) END AS used,
			CASE WHEN e.rate_count IS NULL THEN NULL ELSE (SELECT min(u.at) ${USES}) END AS oldest
		FROM (${SOURCES}) s
		CROSS JOIN (SELECT id AS agent, '' || id AS name FROM agents WHERE id IN (${list})
			UNION ALL SELECT agent, 'group:' || group_name FROM group_members WHERE agent IN (${list})) t
		CROSS JOIN edges e WHERE ${SOURCE} = s.name AND ${TARGET} = t.name`;
}

export async function edgeRowsBetween(
	connection: Connection,
	source: string,
	targets: readonly string[],
	now: number,
): Promise<readonly Row[]> {
	const rows: Row[] = [];
	for (const some of inPortions(isKeepable(source) ? targets.filter(isKeepable) : []))
		rows.push(...(await connection.all(judgingStatement(some), [source, now, source, now, source, source, ...some, ...some])));
	return rows;
}

/** The next agents, in the order of ids, to which an allow edge leads that has not expired; blocks are not looked at. */
export async function pageOfReachableRows(
	connection: Connection,
	source: string,
	now: number,
	after: string,
	limit: number,
): Promise<readonly Row[]> {
	if (!isKeepable(source + after)) return [];
	const live = "e.effect = 'allow' AND (e.expires_at IS NULL OR e.expires_at > ?)";
	const own = "FROM edges e";
	const grouped = "FROM group_members g CROSS JOIN edges e";
	const direct = `e.target_agent AS id ${own} WHERE e.source_agent = ? AND ${live} AND e.target_agent > ? ORDER BY e.target_agent`;
	const toGroup = `m.agent AS id ${own} JOIN group_members m ON m.group_name = e.target_group
		WHERE e.source_agent = ? AND e.target_agent IS NULL AND ${live} AND m.agent > ? ORDER BY m.agent`;
	const fromGroup = `e.target_agent AS id ${grouped} WHERE g.agent = ? AND e.source_group = g.group_name AND ${live} AND e.target_agent > ? ORDER BY e.target_agent`;
	const both = `m.agent AS id ${grouped} JOIN group_members m ON m.group_name = e.target_group
		WHERE g.agent = ? AND e.source_group = g.group_name AND ${live} AND m.agent > ? ORDER BY m.agent`;
	const part = (select: string, name: string): string => `SELECT id FROM (SELECT DISTINCT ${select} LIMIT ?) ${name}`;
	// One more in each part, because the agent itself may be among them.
	const values = [source, now, after, limit + 1];
	return connection.all(
		`SELECT id FROM (${part(direct, "a")} UNION ${part(toGroup, "b")} UNION ${part(fromGroup, "c")} UNION ${part(both, "d")}) reached
			WHERE id <> ? ORDER BY id LIMIT ?`,
		[...values, ...values, ...values, ...values, source, limit],
	);
}

/** Adds one use of a rated edge, and forgets those that are out of its window. */
export async function insertEdgeUse(
	transaction: Transaction,
	use: { readonly edge: string; readonly source: string; readonly target: string; readonly at: number; readonly since: number },
): Promise<void> {
	const pair = [use.edge, use.source, use.target];
	await transaction.run("DELETE FROM edge_uses WHERE edge = ? AND source = ? AND target = ? AND at <= ?", [...pair, use.since]);
	await transaction.run("INSERT INTO edge_uses (edge, source, target, at) VALUES (?, ?, ?, ?)", [...pair, use.at]);
}
