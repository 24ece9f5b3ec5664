import { allowEdgeRowsFrom, deleteEdgeRow, existingAgentIds, type Refusal, refused, type Transaction } from "../store/index.ts";
import { edgeOf } from "./edge.ts";
import { findEdge } from "./find-edges.ts";
import { setEdge, touchEdge } from "./set-edge.ts";

/** Whom an agent shall be permitted to reach from now on. */
export interface PermittedAgents {
	readonly source: string;
	readonly targets: readonly string[];
	readonly reason?: string | null;
	readonly grantedBy: string;
	readonly now: number;
}

export type ReplaceOutcome =
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
