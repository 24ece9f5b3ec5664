import { type Clock, WritError } from "../platform/index.ts";
import type { Aside, Batch, CommitHooks, Connection } from "../store/index.ts";
import { RecordDraft } from "./draft-record.ts";
import { type ChainAside, chainAside } from "./fast/chain-aside.ts";
import { Listing, type LookupKeeper, listLedgerRows } from "./fast/lookup.ts";
import { createPacker, type PackedDrafts } from "./fast/pack-drafts.ts";
import type { HeadFile } from "./heads-on-file.ts";
import { type LedgerKind, type LedgerRecord, parseRecord } from "./ledger-record.ts";
import { findLedgerHead, type LedgerHeadRow, ledgerStatements } from "./ledger-rows.ts";
import { type ChainPlace, linkDrafts, rowValues } from "./link-drafts.ts";
import { type SigningKey, signHead } from "./signing.ts";

/** The end of one node's chain, where each commit adds its records. */
export interface Chain {
	readonly hooks: Required<Pick<CommitHooks, "beforeCommit" | "afterCommit" | "close">> & {
		readonly aside: (begin?: boolean) => Aside | null;
	};
	subscribe(listener: RecordListener, kinds?: readonly LedgerKind[]): () => void;
}

export type RecordListener = (record: LedgerRecord) => void;

interface ChainOptions {
	readonly node: string;
	readonly key: SigningKey;
	/** The database, if a second thread may write it too. */
	readonly file: string | null;
	readonly heads: HeadFile;
	readonly clock: Clock;
	readonly lookup: LookupKeeper;
	readonly end: ChainPlace;
}

/** Records that were handed to a commit which nobody has confirmed yet; without `head` another thread was to sign it. */
interface Unconfirmed {
	readonly batch: Batch;
	readonly drafts: readonly RecordDraft[];
	readonly head: LedgerHeadRow | null;
	readonly texts: readonly string[] | null;
	/** How many records it listed in the lookup on the way. */
	readonly listed: number;
}

/** The records of one commit, ready for the thread. */
interface Packed {
	readonly batch: Batch;
	readonly drafts: readonly RecordDraft[];
	readonly packed: PackedDrafts;
}

export function openChain({ node, key, file, heads, clock, lookup, end }: ChainOptions): Chain {
	const listeners = new Map<RecordListener, readonly LedgerKind[] | null>();
	const thread: ChainAside | null = file === null ? null : chainAside({ file, node, key });
	const packer = createPacker();
	let last: ChainPlace = { seq: end.seq, hash: end.hash };
	let unconfirmed: Unconfirmed | null = null;
	/** Records that were packed while the ones before them were being written. */
	let prepared: Packed | null = null;

	const pack = (batch: Batch): Packed => {
		const drafts = batch.entries.filter(isDraft);
		return { batch, drafts, packed: packer.pack(drafts) };
	};

	/** What was packed for a commit. INVARIANT: what was packed and is not sent may hold frames that are sent nowhere else. */
	const takePrepared = (batch: Batch | null): Packed | null => {
		const taken = prepared;
		prepared = null;
		if (taken === null || taken.batch === batch) return taken;
		packer.reset();
		return null;
	};

	const beforeCommit = async (connection: Connection, batch: Batch): Promise<void> => {
		// INVARIANT: first, also in a commit without records: afterwards `unconfirmed` is always what this very transaction wrote.
		if (unconfirmed !== null) await settle(connection, unconfirmed);
		takePrepared(null);
		for (const listing of batch.entries.filter(isListing)) listing.listed = await listLedgerRows(connection, node, listing.limit);
		const drafts = batch.entries.filter(isDraft);
		if (drafts.length === 0) return;
		const linked = linkDrafts(drafts, last);
		const { texts } = linked;
		const head = signHead(key, node, linked.seq, linked.hash, clock.now());
		for (const statement of ledgerStatements(rowValues(drafts, linked, node), head))
			await connection.run(statement.sql, statement.values, "storable");
		unconfirmed = { batch, drafts, head, texts, listed: 0 };
	};

	const aside: Aside = {
		async commit(batch) {
			const { drafts, packed } = takePrepared(batch) ?? pack(batch);
			const listing = batch.entries.find(isListing);
			const list = listing?.limit ?? lookup.due(drafts.length);
			if (drafts.length > 0) unconfirmed = { batch, drafts, head: null, texts: null, listed: 0 };
			else if (listing === undefined) return;
			const told = drafts.some(({ frame }) => isHeard(frame.kind));
			const written = await thread?.write({ ...packed, after: last, at: clock.now(), list, told });
			if (written === undefined) return;
			if (listing !== undefined) listing.listed = written.listed;
			if (unconfirmed !== null) unconfirmed = { ...unconfirmed, ...written, listed: listing === undefined ? written.listed : 0 };
		},
		prepare(batch) {
			takePrepared(null);
			prepared = pack(batch);
		},
	};

	const afterCommit = (batch: Batch): void => {
		if (unconfirmed?.batch === batch && unconfirmed.head !== null) confirm(unconfirmed, unconfirmed.head);
	};

	const confirm = ({ drafts, texts, listed }: Unconfirmed, head: LedgerHeadRow): void => {
		unconfirmed = null;
		last = { seq: head.seq, hash: head.hash };
		heads.append(head);
		lookup.appended(drafts.length, listed);
		if (texts === null) return;
		for (const [index, { frame }] of drafts.entries()) if (isHeard(frame.kind)) tell(frame.kind, texts[index] ?? "", head.seq);
	};

	/** A commit that failed, or whose answer was lost: the database knows which. */
	const settle = async (connection: Connection, written: Unconfirmed): Promise<void> => {
		const found = await findLedgerHead(connection, node);
		unconfirmed = null;
		packer.reset();
		const { hash, texts } = linkDrafts(written.drafts, last);
		if (found?.hash === hash) confirm({ ...written, texts }, found);
		else if (found !== null && found.seq > last.seq)
			throw new WritError("ledger-broken", `Somebody else writes the ledger of node ${node}: give each process its own node name`);
	};

	const isHeard = (kind: LedgerKind): boolean => {
		for (const kinds of listeners.values()) if (kinds?.includes(kind) !== false) return true;
		return false;
	};

	const tell = (kind: LedgerKind, text: string, seq: number): void => {
		const record = parseRecord({ node, seq, record: text });
		for (const [listener, kinds] of listeners) {
			if (kinds?.includes(kind) === false) continue;
			// A listener that throws must not make a durable commit look like a failed one.
			try {
				listener(record);
			} catch {}
		}
	};

	return {
		hooks: {
			beforeCommit,
			aside: (begin = true) => (thread?.isReady(begin) === true ? aside : null),
			afterCommit,
			close: async () => thread?.close(),
		},
		subscribe(listener, kinds) {
			listeners.set(listener, kinds ?? null);
			return () => listeners.delete(listener);
		},
	};
}

function isListing(entry: unknown): entry is Listing {
	return entry instanceof Listing;
}

function isDraft(entry: unknown): entry is RecordDraft {
	return entry instanceof RecordDraft;
}
