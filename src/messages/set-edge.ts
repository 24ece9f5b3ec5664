import { parseAgentId } from "../engine/index.ts";
import { randomId } from "../platform/index.ts";
import {
	existingAgentIds,
	findEdgeRow,
	findGroupRow,
	type Refusal,
	refused,
	storedText,
	type Transaction,
	upsertEdgeRow,
} from "../store/index.ts";
import { type Edge, type EdgeRate, edgeOf } from "./edge.ts";

/** What a person asks of one pair. */
export interface EdgeWish {
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

export type SetEdgeOutcome =
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
	if (expiresAt !== null && !Number.isSafeInteger(expiresAt)) return refused("invalid-edge", "The expiry is no moment");
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
		if (!parsed.ok) return refused("invalid-edge", `'${end}' is no end of an edge: ${parsed.why}`);
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
