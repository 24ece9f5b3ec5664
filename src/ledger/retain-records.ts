import { isoTime } from "../platform/index.ts";
import type { Transaction } from "../store/index.ts";
import { listRetentionRows } from "./fast/lookup.ts";
import { type LedgerEntry, readRecord } from "./ledger-record.ts";
import { deleteLedgerPrefix, findFirstKept, findLastLedgerRow, findLedgerRow, type LedgerRow, readLedgerRows } from "./ledger-rows.ts";
import { headHolds, type SigningKey, signHead } from "./signing.ts";

/** What retention took away. */
export interface Retained {
	readonly removed: number;
	/** The last record that is gone; `null` when there was nothing old enough. */
	readonly through: number | null;
	/** Whether older records are still there, because one call takes only so many. */
	readonly more: boolean;
	/** The id of the retention record. */
	readonly id: string | null;
}

/** What stands in a retention record for the records that it replaced. */
export interface RetentionMark {
	readonly through: number;
	readonly hash: string;
	readonly signature: string;
}

/** Replaces the records of one chain from before a moment by a record that signs where the rest goes on. */
export async function retainRecords(
	transaction: Transaction,
	own: { readonly node: string; readonly key: SigningKey; readonly append: (transaction: Transaction, entry: LedgerEntry) => string },
	before: number,
	principal: string,
	limit = 100_000,
): Promise<Retained> {
	const { node, key, append } = own;
	const [first] = await readLedgerRows(transaction, node, 0, 1);
	const newest = (await findLastLedgerRow(transaction, node))?.seq ?? 0;
	if (first === undefined || first.at >= before || first.seq >= newest) return { removed: 0, through: null, more: false, id: null };
	const kept = (await findFirstKept(transaction, node, first.seq, limit, before)) ?? first.seq + limit;
	const last = await lastOf(transaction, node, first.seq, Math.min(kept, newest));
	const removed = await deleteLedgerPrefix(transaction, node, last.seq);
	const [next] = await readLedgerRows(transaction, node, last.seq, 1);
	const { signature } = signHead(key, node, last.seq, last.hash, before);
	const id = append(transaction, {
		kind: "retention",
		principal,
		keyId: null,
		agent: null,
		point: null,
		request: { action: "retained", before: isoTime(before), through: last.seq, hash: last.hash, records: removed, signature },
		effect: null,
		code: null,
		writDigest: null,
		correlationId: null,
	});
	return { removed, through: last.seq, more: next !== undefined && next.at < before && next.seq < newest, id };
}

/** The newest retention that one of the keys has signed, `null` when the chain still begins at 1. */
export async function findRetention(
	connection: Pick<Transaction, "all" | "run">,
	node: string,
	keys: readonly string[],
): Promise<RetentionMark | null> {
	for (const row of await listRetentionRows(connection, node)) {
		const mark = markOf(row);
		if (mark === null) continue;
		const head = { node, seq: mark.through, hash: mark.hash, signature: mark.signature };
		if (keys.some((key) => headHolds(head, key))) return mark;
	}
	return null;
}

function markOf(row: LedgerRow): RetentionMark | null {
	const request: unknown = readRecord(row.record)?.request;
	if (typeof request !== "object" || request === null || !("through" in request && "hash" in request && "signature" in request))
		return null;
	const { through, hash, signature } = request;
	return typeof through === "number" && typeof hash === "string" && typeof signature === "string" ? { through, hash, signature } : null;
}

/** The last record before `end`; the chain has no gaps, but a damaged one may. */
async function lastOf(transaction: Transaction, node: string, first: number, end: number): Promise<LedgerRow> {
	const exact = await findLedgerRow(transaction, node, end - 1);
	if (exact !== null) return exact;
	const rows = await readLedgerRows(transaction, node, first - 1, end - first);
	const last = rows.at(-1);
	if (last === undefined) throw new Error("a chain that has a first record has a last one");
	return last;
}
