import { hash } from "node:crypto";
import { findLedgerRow, type LedgerHeadRow, type LedgerRow, type ListedRow, lastListed, readListedRows } from "../store/index.ts";
import type { BadRecord, LedgerFault, Look } from "./bad-record.ts";
import { type LedgerRecord, NO_HASH, readRecord } from "./ledger-record.ts";
import { columnText } from "./record-frame.ts";
import { findRetention, type RetentionMark } from "./retain-records.ts";
import { isGenuine, type OpenWitness } from "./witness.ts";

export interface ChainToVerify {
	readonly look: Look;
	readonly node: string;
	readonly keys: readonly string[];
	readonly retention: RetentionMark | null;
	/** The last record that was there at the beginning. */
	readonly end: number;
	/** The furthest signed head. */
	readonly promised: LedgerHeadRow | null;
	readonly witness: OpenWitness;
}

const PAGE = 1_000;

/** Walks one chain from its beginning to its end, page by page, and stops at the first record that is not as it was written. */
export async function verifyChain(
	chain: ChainToVerify,
): Promise<{ readonly bad: BadRecord | null; readonly reached: number; readonly records: number }> {
	const { node, look, witness, promised } = chain;
	let retention = chain.retention;
	let reached = retention?.through ?? 0;
	let previous = retention?.hash ?? NO_HASH;
	// The last record that a signed head confirms.
	let confirmed = reached;
	// The first record that the lookup did not have.
	let unlisted: number | null = null;
	let records = 0;
	const fault = (seq: number, kind: LedgerFault) => ({ bad: { node, seq, fault: kind }, reached, records });
	while (reached < chain.end) {
		const rows = await readPage(look, node, reached, Math.min(PAGE, chain.end - reached));
		if (rows === null) return fault(reached + 1, "edited");
		const first = rows[0];
		if (first === undefined) break;
		if (first.seq !== reached + 1) {
			// Retention may have come between two pages.
			const newer = await look((connection) => findRetention(connection, node, chain.keys));
			if (newer === null || newer.through <= reached || newer.through === retention?.through) return fault(reached + 1, "deleted");
			retention = newer;
			reached = confirmed = newer.through;
			previous = newer.hash;
			continue;
		}
		const heads = await witness.upTo(rows.at(-1)?.seq ?? reached);
		const signed = headsBySeq(promised === null ? heads : [...heads, promised], reached);
		for (const row of rows) {
			const seq = reached + 1;
			if (row.seq !== seq) return fault(seq, "deleted");
			records++;
			const record = readRecord(row.record);
			if (record === null || typeof record.prev !== "string") return fault(seq, "edited");
			if (record.seq !== seq || record.node !== node) return fault(seq, await misplaced(look, row, record));
			if (hash("sha256", record.prev + row.record) !== row.hash) return fault(seq, "edited");
			// A record that holds together but does not fit: the one before was edited and its hash made anew, unless it is confirmed.
			if (record.prev !== previous) return fault(records > 1 && confirmed < reached ? reached : seq, "edited");
			if (!columnsHold(row, record) || !lookupHolds(row)) return fault(seq, "edited");
			if (row.listed === null) unlisted ??= seq;
			else if (unlisted !== null) {
				if (await isLeftOut(look, node, unlisted)) return fault(unlisted, "edited");
				unlisted = null;
			}
			for (const head of signed.get(seq) ?? []) {
				if (head.hash === row.hash) confirmed = seq;
				else if (!isGenuine(head)) return fault(seq, "bad-signature");
				else return fault((await isFollowed(look, row, head)) ? seq : confirmed + 1, "edited");
			}
			reached = seq;
			previous = row.hash;
		}
	}
	if (promised !== null && promised.seq > reached) return fault(reached + 1, "truncated");
	if (unlisted !== null && (await isLeftOut(look, node, unlisted))) return fault(unlisted, "edited");
	return { bad: null, reached, records };
}

/**
 * Whether the record after still follows what was signed, or there is none: then this record alone was written anew. Otherwise the
 * chain was, and nothing after the last confirmed record can be trusted.
 */
async function isFollowed(look: Look, row: LedgerRow, head: LedgerHeadRow): Promise<boolean> {
	const next = await look((connection) => findLedgerRow(connection, row.node, row.seq + 1)).catch(() => null);
	return next === null || readRecord(next.record)?.prev === head.hash;
}

/** The heads of a page by their records. */
function headsBySeq(heads: readonly LedgerHeadRow[], reached: number): ReadonlyMap<number, readonly LedgerHeadRow[]> {
	return Map.groupBy(
		heads.filter(({ seq }) => seq > reached),
		({ seq }) => seq,
	);
}

/** The next records; `null` when the next one cannot even be read, such as a number that is too large. */
async function readPage(look: Look, node: string, after: number, limit: number): Promise<readonly ListedRow[] | null> {
	try {
		return await look((connection) => readListedRows(connection, node, after, limit));
	} catch {
		return look((connection) => readListedRows(connection, node, after, 1)).catch(() => null);
	}
}

/** A record in the wrong place: whole but moved, moved up because one before it is gone, written over or rewritten. */
async function misplaced(look: Look, row: LedgerRow, record: LedgerRecord): Promise<LedgerFault> {
	if (typeof record.node !== "string" || !Number.isSafeInteger(record.seq)) return "edited";
	return look(async (connection) => {
		const made = hash("sha256", record.prev + row.record);
		const home = await findLedgerRow(connection, record.node, record.seq).catch(() => null);
		if (made !== row.hash && made !== home?.hash) return "edited";
		// Moved records form a ring; a gap that was closed by moving the rest up leads to the end instead.
		let next = home;
		for (let steps = 0; next !== null && steps < 1_000; steps++) {
			const moved = readRecord(next.record);
			if (moved === null || moved.seq === row.seq) return "reordered";
			if (moved.seq === next.seq) return "edited";
			next = await findLedgerRow(connection, row.node, moved.seq).catch(() => null);
		}
		return "deleted";
	});
}

function columnsHold(row: LedgerRow, record: LedgerRecord): boolean {
	return (
		typeof record.at === "string" &&
		row.at === Date.parse(record.at) &&
		row.kind === record.kind &&
		row.agent === column(record.agent) &&
		row.effect === record.effect &&
		row.correlationId === column(record.correlation_id)
	);
}

/**
 * Whether the lookup goes on behind a record that it does not have. It is filled in order while others look, so what is missing at its
 * end is only late; SECURITY: what is missing before its end was taken out, and queries would not find it.
 */
function isLeftOut(look: Look, node: string, seq: number): Promise<boolean> {
	return look(async (connection) => {
		if ((await lastListed(connection, node)) <= seq) return false;
		const [row] = await readListedRows(connection, node, seq - 1, 1);
		return row?.seq === seq && row.listed === null;
	});
}

function lookupHolds({ at, kind, agent, effect, correlationId, listed }: ListedRow): boolean {
	return (
		listed === null ||
		(listed.at === at &&
			listed.kind === kind &&
			listed.agent === agent &&
			listed.effect === effect &&
			listed.correlationId === correlationId)
	);
}

/** SECURITY: the record may be somebody else's work, with any type anywhere. */
function column(member: unknown): unknown {
	return typeof member === "string" ? columnText(member) : member;
}
