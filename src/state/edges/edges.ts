import { parseAgentId } from "../../engine/index.ts";
import { randomId } from "../../platform/index.ts";
import {
	type Connection,
	numberOf,
	numberOrNull,
	type Page,
	pageOf,
	plainText,
	type Refusal,
	type Row,
	refused,
	storedText,
	type Transaction,
	textOf,
	textOrNull,
} from "../../store/index.ts";
import { allowEdgeRowsFrom, deleteEdgeRow, existingAgentIds, findEdgeRow, pageOfEdgeRows, upsertEdgeRow } from "./edge-rows.ts";
import { findGroupRow } from "./groups.ts";

/** How many messages may pass in how much time. */
interface EdgeRate {
	readonly count: number;
	readonly per_seconds: number;
}

/** Who may talk to whom. An end is an agent id or `group:NAME`; moments are milliseconds. */
export interface Edge {
	readonly id: string;
	readonly source: string;
	readonly target: string;
	readonly effect: "allow" | "block";
	readonly expires_at: number | null;
	/** Judged for each pair of agents by itself, even when an end is a group. */
	readonly rate: EdgeRate | null;
	readonly granted_by: string;
	readonly reason: string | null;
	readonly created_at: number;
	readonly version: number;
}

/** An edge from its row. */
export function edgeOf(row: Row): Edge {
	const count = numberOrNull(row, "rate_count");
	const seconds = numberOrNull(row, "rate_seconds");
	return {
		id: textOf(row, "id"),
		source: textOf(row, "source"),
		target: textOf(row, "target"),
		// SECURITY: whatever is not plainly an allow is a block.
		effect: row.effect === "allow" ? "allow" : "block",
		expires_at: numberOrNull(row, "expires_at"),
		rate: count === null || seconds === null ? null : { count, per_seconds: seconds },
		granted_by: textOf(row, "granted_by"),
		reason: plainText(textOrNull(row, "reason")),
		created_at: numberOf(row, "created_at"),
		version: numberOf(row, "version"),
	};
}

/** What a person asks of one pair. */
interface EdgeWish {
	readonly source: string;
	readonly target: string;
	readonly effect?: "allow" | "block";
	readonly expiresAt?: number | null;
	readonly rate?: EdgeRate | null;
	readonly reason?: string | null;
	readonly grantedBy: string;
	readonly now: number;
	/** The version that the person has seen; another one is `stale`. */
	readonly expectedVersion?: number;
}

type EdgeProblem = "invalid-edge" | "self-edge" | "past-expiry" | "invalid-rate" | "unknown-agent" | "unknown-group";

type SetEdgeOutcome =
	| { readonly ok: true; readonly edge: Edge; readonly created: boolean }
	| Refusal<EdgeProblem>
	| (Refusal<"stale"> & { readonly edge: Edge | null });

/** Writes the edge of a pair, whole: what the wish leaves out is not kept from before. */
export async function setEdge(transaction: Transaction, wish: EdgeWish): Promise<SetEdgeOutcome> {
	const { source, target, expiresAt = null, rate = null, reason = null } = wish;
	const problem = checkEdge(wish) ?? (await checkEnds(transaction, [source, target]));
	if (problem !== null) return problem;
	const row = await findEdgeRow(transaction, source, target);
	const known = row === null ? null : edgeOf(row);
	if (wish.expectedVersion !== undefined && wish.expectedVersion !== known?.version)
		return { ...refused("stale", "The edge was changed by someone else"), edge: known };
	const written = await upsertEdgeRow(transaction, {
		id: randomId("edge"),
		source,
		target,
		effect: wish.effect ?? "allow",
		expires_at: expiresAt,
		rate_count: rate?.count ?? null,
		rate_seconds: rate?.per_seconds ?? null,
		granted_by: wish.grantedBy,
		reason: storedText(reason),
		created_at: wish.now,
	});
	touchEdge(transaction, source, target);
	return { ok: true, edge: edgeOf(written), created: known === null };
}

/** Says that what is known of a pair is out of date. Ids hold no `>`. */
export function touchEdge(transaction: Transaction, source: string, target: string): void {
	transaction.touch("edge", `${source}>${target}`);
}

/** Most messages of one window, so that counting them stays cheap. */
const MOST_COUNT = 10_000;
const MOST_SECONDS = 31 * 24 * 60 * 60;

function checkEdge({ source, target, effect = "allow", expiresAt = null, rate = null, now }: EdgeWish): Refusal<EdgeProblem> | null {
	if (source === target && !isGroup(source)) return refused("self-edge", "Agent cannot be permitted to call itself");
	if (effect !== "allow" && effect !== "block") return refused("invalid-edge", "The effect of an edge is 'allow' or 'block'");
	if (expiresAt !== null && !Number.isSafeInteger(expiresAt)) return refused("invalid-edge", "The expiry is not a moment");
	if (expiresAt !== null && expiresAt <= now) return refused("past-expiry", "The expiry is in the past");
	if (rate !== null && !(isWhole(rate.count, MOST_COUNT) && isWhole(rate.per_seconds, MOST_SECONDS)))
		return refused("invalid-rate", `A rate is 1 to ${MOST_COUNT} messages per 1 to ${MOST_SECONDS} seconds`);
	return null;
}

/** Both ends must be there: an edge to nobody would wait for the first who takes the name. */
async function checkEnds(transaction: Transaction, ends: readonly string[]): Promise<Refusal<EdgeProblem> | null> {
	for (const end of ends) {
		const name = isGroup(end) ? end.slice(6) : end;
		const parsed = parseAgentId(name);
		if (!parsed.ok) return refused("invalid-edge", `'${end}' is not an end of an edge: ${parsed.why}`);
		if (isGroup(end)) {
			if ((await findGroupRow(transaction, name)) === null) return refused("unknown-group", `Group '${name}' does not exist`);
		} else if ((await existingAgentIds(transaction, [end])).size === 0)
			return refused("unknown-agent", `Agent '${end}' does not exist or is not accessible`);
	}
	return null;
}

function isGroup(end: string): boolean {
	return end.startsWith("group:");
}

function isWhole(value: number, most: number): boolean {
	return Number.isSafeInteger(value) && value >= 1 && value <= most;
}

/** The edge of one pair, as written; groups are not looked into. */
export async function findEdge(connection: Connection, source: string, target: string): Promise<Edge | null> {
	const row = await findEdgeRow(connection, source, target);
	return row === null ? null : edgeOf(row);
}

/** Which edges a list shows, and from where on. */
export interface EdgeList {
	readonly source?: string;
	readonly target?: string;
	readonly limit: number;
	readonly cursor?: string | null;
}

/** Edges by source and target, page by page; stable while others are written. */
export async function listEdges(connection: Connection, { limit, cursor = null, ...filter }: EdgeList): Promise<Page<Edge>> {
	const [source = "", target = ""] = cursor?.split(">") ?? [];
	const rows = await pageOfEdgeRows(connection, filter, { source, target }, limit + 1);
	return pageOf(rows, limit, edgeOf, (row) => `${textOf(row, "source")}>${textOf(row, "target")}`);
}

/** The edges that name an agent itself, in both directions: what ends with it. */
export async function edgesOf(
	connection: Connection,
	agent: string,
	limit = Number.MAX_SAFE_INTEGER - 1,
): Promise<{ readonly in: readonly Edge[]; readonly out: readonly Edge[] }> {
	const incoming = await listEdges(connection, { target: agent, limit });
	const outgoing = await listEdges(connection, { source: agent, limit });
	return { in: incoming.items, out: outgoing.items };
}

type RemoveEdgeOutcome = { readonly ok: true; readonly edge: Edge } | Refusal<"not-found"> | (Refusal<"stale"> & { readonly edge: Edge });

/** Ends the edge of one pair, allow or block. */
export async function removeEdge(
	transaction: Transaction,
	source: string,
	target: string,
	expectedVersion?: number,
): Promise<RemoveEdgeOutcome> {
	const edge = await findEdge(transaction, source, target);
	if (edge === null) return refused("not-found", "There is no such edge");
	if (expectedVersion !== undefined && expectedVersion !== edge.version)
		return { ...refused("stale", "The edge was changed by someone else"), edge };
	await deleteEdgeRow(transaction, edge.id);
	touchEdge(transaction, source, target);
	return { ok: true, edge };
}

/** Whom an agent shall be permitted to reach from now on. */
interface PermittedAgents {
	readonly source: string;
	readonly targets: readonly string[];
	readonly reason?: string | null;
	readonly grantedBy: string;
	readonly now: number;
}

type ReplaceOutcome =
	| {
			readonly ok: true;
			/** How many agents are permitted now. */
			readonly count: number;
			/** All that the agent has an allow edge to now, in order. */
			readonly permitted: readonly string[];
			readonly added: readonly string[];
			readonly removed: readonly string[];
			/** Asked for, but a block stands there and stays. */
			readonly blocked: readonly string[];
	  }
	| (Refusal<"unknown-agent"> & { readonly agent: string });

/**
 * Puts these targets in the place of all allow edges that begin at an agent, to groups too; blocks stay. All or nothing.
 * An edge that was there keeps its rate and its expiry, unless it has expired.
 */
export async function replaceAllowEdges(transaction: Transaction, wish: PermittedAgents): Promise<ReplaceOutcome> {
	const { source, now, grantedBy, reason = null } = wish;
	const targets = [...new Set(wish.targets)].filter((target) => target !== source).toSorted();
	const existing = await existingAgentIds(transaction, [source, ...targets]);
	const missing = [source, ...targets].find((id) => !existing.has(id));
	if (missing !== undefined)
		return { ...refused("unknown-agent", `Agent '${missing}' does not exist or is not accessible`), agent: missing };
	const wanted = new Set(targets);
	const removed: string[] = [];
	const kept = new Set<string>();
	for (const edge of (await allowEdgeRowsFrom(transaction, source)).map(edgeOf)) {
		if (wanted.has(edge.target) && (edge.expires_at === null || edge.expires_at > now)) kept.add(edge.target);
		if (wanted.has(edge.target)) continue;
		await deleteEdgeRow(transaction, edge.id);
		touchEdge(transaction, source, edge.target);
		removed.push(edge.target);
	}
	const added: string[] = [];
	const blocked: string[] = [];
	for (const target of targets) {
		if (kept.has(target)) continue;
		const standing = await findEdge(transaction, source, target);
		if (standing?.effect === "block") {
			blocked.push(target);
			continue;
		}
		await setEdge(transaction, { source, target, reason, grantedBy, now });
		added.push(target);
	}
	const permitted = [...kept, ...added].toSorted();
	return { ok: true, count: permitted.length, permitted, added, removed, blocked };
}
