import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Connection, Store } from "../store/index.ts";
import { type ListedRow, lastListed, readListedRows } from "./fast/lookup.ts";
import { columnText } from "./fast/record-frames.ts";
import {
	HEADS_FILE,
	type HeadsOnFile,
	isGenuine,
	lossMessage,
	type NodeHeads,
	type OpenNodeHeads,
	openNodeHeads,
	readHeadsOnFile,
} from "./heads-on-file.ts";
import { type LedgerRecord, NO_HASH, readRecord } from "./ledger-record.ts";
import { findLastLedgerRow, findLedgerHead, findLedgerRow, type LedgerHeadRow, type LedgerRow, listLedgerNodes } from "./ledger-rows.ts";
import { findRetention, type RetentionMark } from "./retain-records.ts";
import { headHolds } from "./signing.ts";

/** What verify found. */
export interface Verification {
	readonly ok: boolean;
	/** How many records were looked at. */
	readonly records: number;
	readonly heads: readonly {
		readonly node: string;
		readonly seq: number;
		readonly hash: string;
		readonly at: number;
		readonly ok: boolean;
	}[];
	readonly first_bad: BadRecord | null;
	/** The first bad record of every node that has one. */
	readonly bad: readonly BadRecord[];
}

/**
 * Checks every chain in the database against itself, against the signed heads and against the file of heads in the folder.
 * It needs no private key, and the server may go on writing meanwhile.
 */
export async function verifyLedger(
	source: Pick<Store, "look"> | Connection,
	{ folder }: { readonly folder: string },
): Promise<Verification> {
	const look: Look = async (work) => {
		await setImmediate();
		return "look" in source ? source.look(work) : work(source);
	};
	// The file first: a line is written after its commit, so whatever it says is in the database by now.
	const witnesses = await readHeadsOnFile(folder);
	const nodes = new Set([...(await look(listLedgerNodes)), ...witnesses.nodes.keys()]);
	const outcomes = [];
	for (const node of [...nodes].toSorted()) outcomes.push(await verifyNode(look, folder, node, witnesses));
	const bad = outcomes.map((outcome) => outcome.bad).filter((one) => one !== null);
	return {
		ok: bad.length === 0,
		records: outcomes.reduce((sum, { records }) => sum + records, 0),
		heads: outcomes.map(({ head }) => head).filter((head) => head !== null),
		first_bad: bad[0] ?? null,
		bad,
	};
}

async function verifyNode(look: Look, folder: string, node: string, witnesses: HeadsOnFile) {
	const witness = witnesses.nodes.get(node) ?? null;
	const { head, last, later, keys, retention } = await look((connection) => readState(connection, node, witness));
	const signed = isSigned(head, keys);
	const promised = furthest(signed ? head : null, witness);
	const walk = await verifyChain({
		look,
		node,
		keys,
		retention,
		end: last ?? promised?.seq ?? 0,
		promised,
		witness: openNodeHeads(folder, witness),
	});
	const shown = head === null ? null : { node, seq: head.seq, hash: head.hash, at: head.at, ok: signed };
	const isNew = head === null && last === null && promised?.seq === 0;
	const headFault = signed || isNew ? null : { node, seq: Math.max(walk.reached, 1), fault: "bad-signature" as const };
	// Nobody vouches for records behind the signed head.
	const unsigned =
		last !== null && later !== null && last > later.seq ? { node, seq: later.seq + 1, fault: "bad-signature" as const } : null;
	const missing = missingMessage(witnesses, witness);
	const fileFault =
		missing === null
			? null
			: { node, seq: Math.max(witness?.loss?.seq ?? walk.reached, 1), fault: "bad-signature" as const, message: missing };
	return { head: shown, records: walk.records, bad: walk.bad ?? fileFault ?? headFault ?? unsigned };
}

/** SECURITY: a database that nothing outside of it confirms may have been written by anybody; what is wrong with the folder is always reported. */
function missingMessage({ nodes, garbled }: HeadsOnFile, witness: NodeHeads | null): string | null {
	if (nodes.size === 0)
		return `ledger/${HEADS_FILE} is missing, empty or unreadable: nothing but the database itself vouches for its records`;
	if (witness === null) return null;
	if (witness.loss?.lost !== undefined) return lossMessage({ node: witness.node, lost: witness.loss.lost });
	if (!witness.begun) return `ledger/${HEADS_FILE} has lost its beginning`;
	return garbled === null ? null : `ledger/${HEADS_FILE} was edited: line ${garbled} is not a head`;
}

/** SECURITY: somebody who edits the database may leave numbers that cannot even be read; they count as missing. */
async function readState(connection: Connection, node: string, witness: NodeHeads | null) {
	// The head before and after the last record: a server may be writing, and not every database shows one moment.
	const head = await findLedgerHead(connection, node).catch(() => null);
	const last = await findLastLedgerRow(connection, node).catch(() => null);
	const later = await findLedgerHead(connection, node).catch(() => null);
	// SECURITY: a key that the folder knows beats the one that stands beside the signature in the database.
	const own = head === null ? [] : [head.publicKey];
	const keys = witness === null ? own : [...witness.keys];
	const retention = await findRetention(connection, node, keys).catch(() => null);
	return { head, last: Number.isSafeInteger(last?.seq) ? (last?.seq ?? null) : null, later, keys, retention };
}

function isSigned(head: LedgerHeadRow | null, keys: readonly string[]): boolean {
	return head !== null && keys.includes(head.publicKey) && headHolds(head, head.publicKey);
}

/** How far the chain must reach: what was signed for certain. */
function furthest(head: LedgerHeadRow | null, witness: NodeHeads | null): LedgerHeadRow | null {
	const pinned = witness !== null && headHolds(witness.last, witness.last.publicKey) ? witness.last : null;
	if (head === null || pinned === null) return head ?? pinned;
	return pinned.seq > head.seq ? pinned : head;
}

interface ChainToVerify {
	readonly look: Look;
	readonly node: string;
	readonly keys: readonly string[];
	readonly retention: RetentionMark | null;
	/** The last record that was there at the beginning. */
	readonly end: number;
	/** The furthest signed head. */
	readonly promised: LedgerHeadRow | null;
	readonly witness: OpenNodeHeads;
}

const PAGE = 1_000;

/** Walks one chain from its beginning to its end, page by page, and stops at the first record that is not as it was written. */
async function verifyChain(
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
			// A record that is whole but does not fit: the one before was edited and its hash made again, unless it is confirmed.
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
 * Whether the record after still follows what was signed, or there is none: then this record alone was rewritten. Otherwise the
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

/** What is wrong with a record. */
const LEDGER_FAULTS = ["edited", "deleted", "reordered", "truncated", "bad-signature"] as const;
export type LedgerFault = (typeof LEDGER_FAULTS)[number];

/** The first record of a chain that is not as it was written, or that is missing. */
interface BadRecord {
	readonly node: string;
	readonly seq: number;
	readonly fault: LedgerFault;
	/** What a person should know beyond the fault, such as the file that is missing. */
	readonly message?: string;
}

/** Reads one committed state; each page of a long chain is its own look, so that others get their turn. */
type Look = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;
