import { findLastLedgerRow, findLedgerHead, type LedgerHeadRow, type Store } from "../store/index.ts";
import { NO_HASH } from "./ledger-record.ts";
import { headHolds } from "./signed-head.ts";
import type { Witness } from "./witness.ts";

/** Where a chain goes on. */
export interface ChainEnd {
	readonly seq: number;
	readonly hash: string;
	/** A head that the file does not have yet: a crash came between the commit and the line. */
	readonly unpinned: LedgerHeadRow | null;
	readonly doubt: string | null;
}

/**
 * Finds where the chain of a node ends. SECURITY: the furthest head that this node has signed counts, not the last record that is
 * there. So a new record neither closes the gap of a cut tail nor takes a forged record into the chain, and verify keeps naming both.
 */
export async function findChainEnd(store: Store, witness: Witness | null, node: string, publicKey: string): Promise<ChainEnd> {
	const { head, last } = await store.look(async (connection) => ({
		head: await findLedgerHead(connection, node).catch(() => null),
		last: await findLastLedgerRow(connection, node).catch(() => null),
	}));
	const keys = new Set([publicKey, ...(witness?.keys ?? [])]);
	const genuine = [head, witness?.last ?? null].filter(
		(one) => one !== null && one.seq > 0 && keys.has(one.publicKey) && headHolds(one, one.publicKey),
	);
	const furthest = genuine.toSorted((one, other) => (other?.seq ?? 0) - (one?.seq ?? 0))[0] ?? null;
	const lastSeq = Number.isSafeInteger(last?.seq) ? (last?.seq ?? 0) : 0;
	const unpinned = head !== null && furthest === head && (witness?.last.seq ?? 0) < head.seq ? head : null;
	return {
		seq: Math.max(furthest?.seq ?? 0, lastSeq),
		hash: furthest?.hash ?? last?.hash ?? NO_HASH,
		unpinned,
		doubt: doubtOf(furthest, head, lastSeq, last?.hash ?? NO_HASH),
	};
}

function doubtOf(furthest: LedgerHeadRow | null, head: LedgerHeadRow | null, lastSeq: number, lastHash: string): string | null {
	if (furthest === null) return lastSeq === 0 && head === null ? null : "the chain is not signed by this node's key";
	if (furthest.seq !== lastSeq || furthest.hash !== lastHash) return "the last record is not the one that was signed last";
	return furthest.seq === head?.seq && furthest.signature === head.signature
		? null
		: "the head in the database is not the one that was signed last";
}
