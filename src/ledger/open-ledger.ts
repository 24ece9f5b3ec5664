import { randomBytes } from "node:crypto";
import { type Clock, isoTime } from "../platform/index.ts";
import type { Committer, Store, Transaction } from "../store/index.ts";
import { draftRecord, type Made } from "./draft-record.ts";
import { fastCommitter } from "./fast/fast-committer.ts";
import { openThread } from "./fast/open-thread.ts";
import { createFrames } from "./fast/record-frames.ts";
import { findLosses, lossMessage, type NodeHeads, openHeadFile, readHeadsOnFile } from "./heads-on-file.ts";
import { type LedgerEntry, type LedgerKind, NO_HASH } from "./ledger-record.ts";
import { findLastLedgerRow, findLedgerHead, type LedgerHeadRow } from "./ledger-rows.ts";
import { countRecords, type LedgerCounts, type LedgerFilter, listRecords, type RecordPage } from "./list-records.ts";
import { openChain, plainCommitter, type RecordListener } from "./open-chain.ts";
import { currentPosition, type ReadOn, readOn } from "./read-on.ts";
import { type Retained, retainRecords } from "./retain-records.ts";
import { headHolds, readSigningKey, signHead } from "./signing.ts";

/** The chained record of one node; every node has its own chain and writes no other. */
export interface Ledger {
	readonly node: string;
	/** What was found wrong with the chain when it was opened; it goes on after the damage, which verify keeps naming. */
	readonly doubt: string | null;
	/** Adds a record to the commit of the transaction and tells its id; the chain is made just before the commit. */
	append(transaction: Transaction, entry: LedgerEntry): string;
	/** Writes what is appended; to be attached to the store. */
	readonly committer: Committer;
	/** Hears every record of this node once it is durable, in order, or those of some kinds; the returned function ends it. */
	subscribe(listener: RecordListener, kinds?: readonly LedgerKind[]): () => void;
	/** One page of the records of all nodes. */
	list(filter: LedgerFilter): Promise<RecordPage>;
	count(filter: LedgerFilter): Promise<LedgerCounts>;
	/** The place behind everything recorded so far, for `readOn`. */
	position(): Promise<string>;
	/** What all nodes recorded after a position, without loss. */
	readOn(position: string, limit: number): Promise<ReadOn>;
	/** Replaces the records of this node from before a moment by one signed record, at most `limit` at once and never the newest. */
	retain(transaction: Transaction, before: number, principal: string, limit?: number): Promise<Retained>;
	/** To be called when the store is closed. */
	close(): void;
}

interface LedgerOptions {
	readonly store: Store;
	readonly node: string;
	/** Holds the signing key and the file of heads. */
	readonly folder: string;
	readonly clock: Clock;
	readonly content?: "digest" | "full";
	/** What a test may set: another thread for the fast committer. */
	readonly thread?: typeof openThread;
}

/** Opens the ledger of this node where its chain ends. */
export async function openLedger({ store, node, folder, clock, content = "digest", thread = openThread }: LedgerOptions): Promise<Ledger> {
	const key = readSigningKey(folder);
	const witnesses = await readHeadsOnFile(folder);
	const witness = witnesses.nodes.get(node) ?? null;
	const end = await findChainEnd(store, witness, node, key.publicKey);
	const losses = await findLosses(store, witnesses, node, key.publicKey);
	const heads = openHeadFile(folder);
	// SECURITY: what was lost is never silently made again, see missing-files.test.ts.
	for (const { lost, ...at } of losses) heads.append({ ...signHead(key, at.node, at.seq, at.hash, clock.now()), lost });
	if (losses.length === 0 && end.unpinned !== null) heads.append(end.unpinned);
	// A chain that begins says so: from now on a file without any line of it is one that was emptied.
	if (losses.length === 0 && witness === null) heads.append(signHead(key, node, 0, NO_HASH, clock.now()));
	heads.sync();
	const nextId = makeIds(clock);
	const frameOf = createFrames(node);
	const chain = openChain({ node, key, heads, clock, end });
	// PostgreSQL writes in another process already, and finds records without a lookup.
	const committer = store.database === "sqlite" ? await fastCommitter({ store, chain, node, key, clock, thread }) : plainCommitter(chain);
	const append = (transaction: Transaction, entry: LedgerEntry): string => {
		const made = nextId();
		transaction.append(draftRecord(entry, frameOf(entry), made, content));
		return made.id;
	};
	return {
		node,
		doubt: losses[0] === undefined ? end.doubt : lossMessage(losses[0]),
		append,
		committer,
		subscribe: chain.subscribe,
		list: (filter) => store.look((connection) => listRecords(connection, filter)),
		count: (filter) => store.look((connection) => countRecords(connection, filter)),
		position: () => store.look(currentPosition),
		readOn: (position, limit) => store.look((connection) => readOn(connection, position, limit)),
		// Nobody may remove what is not past yet.
		retain: (transaction, before, principal, limit) =>
			retainRecords(transaction, { node, key, append }, Math.min(before, clock.now()), principal, limit),
		close: () => heads.close(),
	};
}

/**
 * Ids count up, so that the newest stand together in the database, and begin with the moment, so that a record is found without an
 * index of its own. They are names, not secrets.
 */
function makeIds(clock: Clock): () => Made {
	const mark = randomBytes(8).toString("hex").slice(1);
	let at = Number.NaN;
	let moment = "";
	let prefix = "";
	let count = 0;
	return () => {
		const now = clock.now();
		if (now !== at) {
			at = now;
			moment = `${isoTime(now)}"`;
			prefix = `rec_${now.toString(16).padStart(12, "0")}`;
		}
		// Never back to 0: a clock that goes back must not make an id twice.
		count = (count + 1) % 0x100000;
		return { id: `${prefix}${count.toString(16).padStart(5, "0")}${mark}`, at, moment };
	};
}

/** Where a chain goes on. */
interface ChainEnd {
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
async function findChainEnd(store: Store, witness: NodeHeads | null, node: string, publicKey: string): Promise<ChainEnd> {
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
