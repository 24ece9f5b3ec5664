import type { EdgeVerdict } from "../engine/index.ts";
import { type Connection, edgeRowsBetween, numberOf, numberOrNull, type Row, textOf } from "../store/index.ts";
import { type Edge, edgeOf } from "./edge.ts";

/** What the edges say of one pair, and which edge says it. */
export interface EdgeJudgement {
	readonly verdict: EdgeVerdict;
	/** The edge that decided; `null` = there is none. */
	readonly edge: Edge | null;
	/** Seconds until the rate has room again; `null` = waiting does not help. */
	readonly retryAfter: number | null;
}

const NONE: EdgeJudgement = { verdict: "none", edge: null, retryAfter: null };

/** What the edges of two agents, and of all groups that they are in, say of the pair at this moment. */
export async function edgeVerdict(connection: Connection, source: string, target: string, now: number): Promise<EdgeVerdict> {
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
