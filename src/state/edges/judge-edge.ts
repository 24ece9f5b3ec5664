import type { EdgeVerdict } from "../../engine/index.ts";
import {
	type Connection,
	isKeepable,
	numberOf,
	numberOrNull,
	type Page,
	type Refusal,
	type Row,
	refused,
	type Transaction,
	textOf,
} from "../../store/index.ts";
import { inPortions, lockEdgeRow, marks } from "./edge-rows.ts";
import { type Edge, edgeOf } from "./edges.ts";

/** What the edges say of one pair, and which edge says it. */
interface EdgeJudgement {
	readonly verdict: EdgeVerdict;
	/** The edge that decided; `null` = there is none. */
	readonly edge: Edge | null;
	/** Seconds until the rate has room again; `null` = waiting does not help. */
	readonly retryAfter: number | null;
}

const NONE: EdgeJudgement = { verdict: "none", edge: null, retryAfter: null };

/** What the edges of two agents, and of all groups that they are in, say of the pair at this moment. */
export async function edgeState(connection: Connection, source: string, target: string, now: number): Promise<EdgeVerdict> {
	return (await judgeEdge(connection, source, target, now)).verdict;
}

/** As `edgeVerdict`, with the edge that decides. */
export async function judgeEdge(connection: Connection, source: string, target: string, now: number): Promise<EdgeJudgement> {
	return (await judgeEdges(connection, source, [target], now)).get(target) ?? NONE;
}

/** As `judgeEdge`, for many targets at once. */
export async function judgeEdges(
	connection: Connection,
	source: string,
	targets: readonly string[],
	now: number,
): Promise<ReadonlyMap<string, EdgeJudgement>> {
	const rows = await edgeRowsBetween(connection, source, targets, now);
	const byTarget = Map.groupBy(rows, (row) => textOf(row, "target_id"));
	return new Map([...byTarget].map(([target, edges]) => [target, judge(edges.map(candidateOf), now)]));
}

interface Candidate {
	readonly edge: Edge;
	readonly used: number;
	readonly oldest: number | null;
}

/** INVARIANT: a block that has not expired beats every allow. */
function judge(candidates: readonly Candidate[], now: number): EdgeJudgement {
	const live = candidates.filter(({ edge }) => edge.expires_at === null || edge.expires_at > now);
	const block = live.find(({ edge }) => edge.effect === "block");
	if (block !== undefined) return { verdict: "block", edge: block.edge, retryAfter: null };
	const [first, ...others] = live.toSorted(byPrecedence);
	if (first === undefined) {
		const expired = candidates.find(({ edge }) => edge.effect === "allow");
		return expired === undefined ? NONE : { verdict: "expired", edge: expired.edge, retryAfter: null };
	}
	const open = [first, ...others].find(hasRoom);
	if (open !== undefined) return { verdict: "allow", edge: open.edge, retryAfter: null };
	const waits = [first, ...others].map((candidate) => secondsToWait(candidate, now));
	return { verdict: "rate", edge: first.edge, retryAfter: Math.min(...waits) };
}

/** An edge without a rate is never used up, so it comes first; then the edge of the agents themselves before those of groups. */
function byPrecedence(one: Candidate, other: Candidate): number {
	const rank = ({ edge }: Candidate): number =>
		(edge.rate === null ? 0 : 4) + (edge.source.startsWith("group:") ? 1 : 0) + (edge.target.startsWith("group:") ? 1 : 0);
	return rank(one) - rank(other) || (one.edge.id < other.edge.id ? -1 : 1);
}

function hasRoom({ edge, used }: Candidate): boolean {
	return edge.rate === null || used < edge.rate.count;
}

function secondsToWait({ edge, oldest }: Candidate, now: number): number {
	if (edge.rate === null || oldest === null) return 1;
	return Math.max(1, Math.ceil((oldest + edge.rate.per_seconds * 1000 - now) / 1000));
}

function candidateOf(row: Row): Candidate {
	return { edge: edgeOf(row), used: numberOf(row, "used"), oldest: numberOrNull(row, "oldest") };
}

/** `counted` is false when the message went over an edge without a rate, or over none. */
type CountOutcome =
	| { readonly ok: true; readonly counted: boolean }
	| (Refusal<"edge-rate"> & { readonly retryAfter: number })
	| Refusal<"target-blocked">;

/**
 * Counts a message that is accepted, in the transaction that accepts it. Whether an edge is needed at all was decided before.
 * The window slides and is exact: in no `per_seconds` seconds do more than `count` messages of the pair pass.
 */
export async function countEdgeUse(transaction: Transaction, source: string, target: string, now: number): Promise<CountOutcome> {
	let judged = await judgeEdge(transaction, source, target, now);
	// Another node may count at the same moment: hold the edge, then look again. Holding may show another edge, so until it stays.
	for (let held = ""; judged.edge !== null && judged.edge.rate !== null && judged.verdict === "allow" && held !== judged.edge.id; ) {
		held = judged.edge.id;
		await lockEdgeRow(transaction, held);
		judged = await judgeEdge(transaction, source, target, now);
	}
	if (judged.verdict === "rate") return overRate(judged);
	if (judged.verdict === "block") return refused("target-blocked", "A block edge forbids the pair");
	if (judged.verdict !== "allow" || judged.edge === null || judged.edge.rate === null) return { ok: true, counted: false };
	const since = now - judged.edge.rate.per_seconds * 1000;
	await insertEdgeUse(transaction, { edge: judged.edge.id, source, target, at: now, since });
	return { ok: true, counted: true };
}

function overRate({ edge, retryAfter }: EdgeJudgement): CountOutcome {
	const rate = edge?.rate ?? null;
	const message = rate === null ? "The rate is used up" : `More than ${rate.count} messages in ${rate.per_seconds} seconds`;
	return { ...refused("edge-rate", message), retryAfter: retryAfter ?? 1 };
}

/** An agent that an edge leads to: `rate` = it is allowed, but not at this moment. */
interface Reachable {
	readonly id: string;
	readonly verdict: Extract<EdgeVerdict, "allow" | "rate">;
	readonly edge: Edge;
}

/** All agents that edges let an agent reach, in the order of ids, page by page; never itself, never one that is blocked or whose edge expired. */
export async function reachable(
	connection: Connection,
	source: string,
	now: number,
	{ limit, cursor = null }: { readonly limit: number; readonly cursor?: string | null },
): Promise<Page<Reachable>> {
	const items: Reachable[] = [];
	let after = cursor ?? "";
	for (;;) {
		const ids = (await pageOfReachableRows(connection, source, now, after, limit + 1)).map((row) => textOf(row, "id"));
		const judgements = await judgeEdges(connection, source, ids, now);
		for (const id of ids) {
			const judged = judgements.get(id);
			if (judged === undefined || judged.edge === null || (judged.verdict !== "allow" && judged.verdict !== "rate")) continue;
			// One more than the page holds shows that there is a next page.
			if (items.length === limit) return { items, next_cursor: items.at(-1)?.id ?? null };
			items.push({ id, verdict: judged.verdict, edge: judged.edge });
		}
		if (ids.length <= limit) return { items, next_cursor: null };
		after = ids.at(-1) ?? after;
	}
}

const SOURCE = "coalesce(e.source_agent, 'group:' || e.source_group)";
const TARGET = "coalesce(e.target_agent, 'group:' || e.target_group)";

/**
 * All names under which an agent can stand at the beginning of an edge.
 * `'' || id` and not `id`: SQLite searches an index on expressions only for what is not a plain column of text either.
 */
const SOURCES =
	"SELECT '' || id AS name FROM agents WHERE id = ? UNION ALL SELECT 'group:' || group_name FROM group_members WHERE agent = ?";

const USES = "FROM edge_uses u WHERE u.edge = e.id AND u.source = ? AND u.target = t.agent AND u.at > ? - e.rate_seconds * 1000";

/**
 * Every edge that speaks of an agent and one of the targets, by itself or by a group, with how often the pair used it in its window.
 * The joins are written so that each pair of names is one search in `edges_pair`, however many edges there are.
 */
function judgingStatement(targets: readonly string[]): string {
	const list = marks(targets);
	return `SELECT t.agent AS target_id, e.*, ${SOURCE} AS source, ${TARGET} AS target,
			CASE WHEN e.rate_count IS NULL THEN 0 ELSE (SELECT count(*) ${USES}) END AS used,
			CASE WHEN e.rate_count IS NULL THEN NULL ELSE (SELECT min(u.at) ${USES}) END AS oldest
		FROM (${SOURCES}) s
		CROSS JOIN (SELECT id AS agent, '' || id AS name FROM agents WHERE id IN (${list})
			UNION ALL SELECT agent, 'group:' || group_name FROM group_members WHERE agent IN (${list})) t
		CROSS JOIN edges e WHERE ${SOURCE} = s.name AND ${TARGET} = t.name`;
}

async function edgeRowsBetween(connection: Connection, source: string, targets: readonly string[], now: number): Promise<readonly Row[]> {
	const rows: Row[] = [];
	for (const some of inPortions(isKeepable(source) ? targets.filter(isKeepable) : []))
		rows.push(...(await connection.all(judgingStatement(some), [source, now, source, now, source, source, ...some, ...some])));
	return rows;
}

/** The next agents, in the order of ids, to which an allow edge leads that has not expired; blocks are not looked at. */
async function pageOfReachableRows(
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
async function insertEdgeUse(
	transaction: Transaction,
	use: { readonly edge: string; readonly source: string; readonly target: string; readonly at: number; readonly since: number },
): Promise<void> {
	const pair = [use.edge, use.source, use.target];
	await transaction.run("DELETE FROM edge_uses WHERE edge = ? AND source = ? AND target = ? AND at <= ?", [...pair, use.since]);
	await transaction.run("INSERT INTO edge_uses (edge, source, target, at) VALUES (?, ?, ?, ?)", [...pair, use.at]);
}
