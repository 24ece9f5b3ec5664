import { insertEdgeUse, lockEdgeRow, type Refusal, refused, type Transaction } from "../store/index.ts";
import { type EdgeJudgement, judgeEdge } from "./judge-edge.ts";

/** `counted` is false when the message went over an edge without a rate, or over none. */
export type CountOutcome =
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
