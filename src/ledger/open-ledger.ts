import { hash, randomBytes } from "node:crypto";
import { type Clock, isoTime, WritError } from "../platform/index.ts";
import {
	type Batch,
	type CommitHooks,
	type Connection,
	findLedgerHead,
	insertLedgerRows,
	type LedgerHeadRow,
	type SqlValue,
	type Store,
	saveLedgerHead,
	type Transaction,
} from "../store/index.ts";
import { draftRecord, type RecordDraft } from "./draft-record.ts";
import { findChainEnd } from "./find-chain-end.ts";
import { findLosses, lossMessage } from "./find-losses.ts";
import { type HeadFile, openHeadFile } from "./head-file.ts";
import { keepLookup, type LookupKeeper } from "./keep-lookup.ts";
import { type LedgerEntry, type LedgerRecord, NO_HASH, parseRecord } from "./ledger-record.ts";
import { countRecords, type LedgerCounts, type LedgerFilter, listRecords, type RecordPage } from "./list-records.ts";
import { currentPosition, type ReadOn, readOn } from "./read-on.ts";
import { type Retained, retainRecords } from "./retain-records.ts";
import { signHead } from "./signed-head.ts";
import { readSigningKey, type SigningKey } from "./signing-key.ts";
import { readWitnesses } from "./witness.ts";

/** The chained record of one node; every node has its own chain and writes no other. */
export interface Ledger {
	readonly node: string;
	/** What was found wrong with the chain when it was opened; it goes on after the damage, which verify keeps naming. */
	readonly doubt: string | null;
	/** Adds a record to the commit of the transaction and tells its id; the chain is made just before the commit. */
	append(transaction: Transaction, entry: LedgerEntry): string;
	/** To be attached to the store. */
	readonly hooks: Required<Pick<CommitHooks, "beforeCommit" | "afterCommit">>;
	/** Hears every record of this node once it is durable, in order; the returned function ends it. */
	subscribe(listener: (record: LedgerRecord) => void): () => void;
	/** One page of the records of all nodes. */
	list(filter: LedgerFilter): Promise<RecordPage>;
	count(filter: LedgerFilter): Promise<LedgerCounts>;
	/** The place behind everything recorded so far, for `readOn`. */
	position(): Promise<string>;
	/** What all nodes recorded after a position, without loss. */
	readOn(position: string, limit: number): Promise<ReadOn>;
	/** Replaces the records of this node from before a moment by one signed record, at most `limit` at once and never the newest. */
	retain(transaction: Transaction, before: number, principal: string, limit?: number): Promise<Retained>;
	close(): void;
}

export interface LedgerOptions {
	readonly store: Store;
	readonly node: string;
	/** Holds the signing key and the file of heads. */
	readonly folder: string;
	readonly clock: Clock;
	readonly content?: "digest" | "full";
}

/** Opens the ledger of this node where its chain ends. */
export async function openLedger({ store, node, folder, clock, content = "digest" }: LedgerOptions): Promise<Ledger> {
	const key = readSigningKey(folder);
	const witnesses = await readWitnesses(folder);
	const witness = witnesses.nodes.get(node) ?? null;
	const end = await findChainEnd(store, witness, node, key.publicKey);
	const losses = await findLosses(store, witnesses, node, key.publicKey);
	const heads = openHeadFile(folder);
	// SECURITY: what was lost is never made anew in silence, see missing-files.test.ts.
	for (const { lost, ...at } of losses) heads.append({ ...signHead(key, at.node, at.seq, at.hash, clock.now()), lost });
	if (losses.length === 0 && end.unpinned !== null) heads.append(end.unpinned);
	// A chain that begins says so: from now on a file without any line of it is one that was emptied.
	if (losses.length === 0 && witness === null) heads.append(signHead(key, node, 0, NO_HASH, clock.now()));
	heads.sync();
	const nextId = makeIds(clock);
	const lookup = await keepLookup(store, node, end.seq);
	const chain = makeChain(node, key, heads, clock, end, lookup);
	const append = (transaction: Transaction, entry: LedgerEntry): string => {
		const made = nextId();
		transaction.append(draftRecord(entry, { ...made, node, content }));
		return made.id;
	};
	return {
		node,
		doubt: losses[0] === undefined ? end.doubt : lossMessage(losses[0]),
		append,
		hooks: chain.hooks,
		subscribe: chain.subscribe,
		list: (filter) => store.look((connection) => listRecords(connection, filter)),
		count: (filter) => store.look((connection) => countRecords(connection, filter)),
		position: () => store.look(currentPosition),
		readOn: (position, limit) => store.look((connection) => readOn(connection, position, limit)),
		// What is not past yet is nobody's to take away.
		retain: (transaction, before, principal, limit) =>
			retainRecords(transaction, { node, key, append }, Math.min(before, clock.now()), principal, limit),
		close() {
			lookup.close();
			heads.close();
		},
	};
}

interface Unconfirmed {
	readonly head: LedgerHeadRow;
	readonly texts: readonly string[];
}

function makeChain(
	node: string,
	key: SigningKey,
	heads: HeadFile,
	clock: Clock,
	end: { readonly seq: number; readonly hash: string },
	lookup: LookupKeeper,
) {
	const listeners = new Set<(record: LedgerRecord) => void>();
	let last = { seq: end.seq, hash: end.hash };
	// Written into a transaction whose commit nobody has confirmed yet.
	let unconfirmed: Unconfirmed | null = null;

	const beforeCommit = async (connection: Connection, batch: Batch): Promise<void> => {
		// INVARIANT: first, also in a commit without records: afterwards `unconfirmed` is always what this very transaction wrote.
		if (unconfirmed !== null) await settle(connection, unconfirmed);
		const drafts = batch.entries.filter(isDraft);
		if (drafts.length === 0) return;
		const { values, texts, seq, hash } = linkDrafts(drafts, node, last);
		await insertLedgerRows(connection, values);
		const head = signHead(key, node, seq, hash, clock.now());
		await saveLedgerHead(connection, head);
		unconfirmed = { head, texts };
	};

	const afterCommit = (): void => {
		if (unconfirmed !== null) confirm(unconfirmed);
	};

	const confirm = ({ head, texts }: Unconfirmed): void => {
		unconfirmed = null;
		last = head;
		heads.append(head);
		lookup.appended(texts.length);
		if (listeners.size === 0) return;
		for (const record of texts) tell(listeners, parseRecord({ node, seq: head.seq, record }));
	};

	/** A commit that failed, or whose answer was lost: the database knows which. */
	const settle = async (connection: Connection, written: Unconfirmed): Promise<void> => {
		const found = await findLedgerHead(connection, node);
		unconfirmed = null;
		if (found?.hash === written.head.hash) confirm(written);
		else if (found !== null && found.seq > last.seq)
			throw new WritError("ledger-broken", `Somebody else writes the ledger of node ${node}: give each process its own node name`);
	};

	const subscribe = (listener: (record: LedgerRecord) => void): (() => void) => {
		listeners.add(listener);
		return () => listeners.delete(listener);
	};
	return { hooks: { beforeCommit, afterCommit }, subscribe };
}

/** Gives each draft its place and its hash. */
function linkDrafts(drafts: readonly RecordDraft[], node: string, last: { readonly seq: number; readonly hash: string }) {
	const values: SqlValue[] = [];
	const texts: string[] = [];
	let { seq, hash: previous } = last;
	for (const draft of drafts) {
		seq++;
		const text = `${draft.beforePrev}${previous}${draft.beforeSeq}${seq}${draft.end}`;
		previous = hash("sha256", previous + text);
		texts.push(text);
		values.push(node, seq, draft.at, draft.kind, draft.agent, draft.effect, draft.correlationId, previous, text);
	}
	return { values, texts, seq, hash: previous };
}

/**
 * Ids count up, so that the newest stand together in the database, and begin with the moment, so that a record is found without an
 * index of its own. They are names, not secrets.
 */
function makeIds(clock: Clock): () => { readonly id: string; readonly at: number; readonly atText: string } {
	const mark = randomBytes(8).toString("hex").slice(1);
	let at = Number.NaN;
	let atText = "";
	let prefix = "";
	let count = 0;
	return () => {
		const now = clock.now();
		if (now !== at) {
			at = now;
			atText = isoTime(now);
			prefix = `rec_${now.toString(16).padStart(12, "0")}`;
		}
		// Never back to 0: a clock that goes back must not make an id twice.
		count = (count + 1) % 0x100000;
		return { id: `${prefix}${count.toString(16).padStart(5, "0")}${mark}`, at, atText };
	};
}

/** A listener that throws must not make a durable commit look like a failed one. */
function tell(listeners: ReadonlySet<(record: LedgerRecord) => void>, record: LedgerRecord): void {
	for (const listener of listeners) {
		try {
			listener(record);
		} catch {}
	}
}

function isDraft(entry: unknown): entry is RecordDraft {
	return typeof entry === "object" && entry !== null && "beforePrev" in entry;
}
