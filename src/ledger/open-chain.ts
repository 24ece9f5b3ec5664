import { type Clock, WritError } from "../platform/index.ts";
import {
	type Aside,
	type Batch,
	type CommitHooks,
	type Connection,
	findLedgerHead,
	type LedgerHeadRow,
	ledgerStatements,
	listLedgerRows,
} from "../store/index.ts";
import { type ChainAside, chainAside } from "./chain-aside.ts";
import { RecordDraft } from "./draft-record.ts";
import type { HeadFile } from "./head-file.ts";
import type { LookupKeeper } from "./keep-lookup.ts";
import { type LedgerKind, type LedgerRecord, parseRecord } from "./ledger-record.ts";
import { type ChainPlace, linkDrafts, rowValues } from "./link-drafts.ts";
import { Listing } from "./listing.ts";
import { createPacker } from "./pack-drafts.ts";
import { signHead } from "./signed-head.ts";
import type { SigningKey } from "./signing-key.ts";

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

export function openChain({ node, key, file, heads, clock, lookup, end }: ChainOptions): Chain {
	const listeners = new Map<RecordListener, readonly LedgerKind[] | null>();
	const thread: ChainAside | null = file === null ? null : chainAside({ file, node, key });
	const packer = createPacker();
	let last: ChainPlace = { seq: end.seq, hash: end.hash };
	/** One that was written here, or up to two that the thread was given. */
	let unconfirmed: readonly Unconfirmed[] = [];

	const beforeCommit = async (connection: Connection, batch: Batch): Promise<void> => {
		// INVARIANT: first, also in a commit without records: afterwards `unconfirmed` is always what this very transaction wrote.
		if (unconfirmed.length > 0) await settle(connection);
		for (const listing of batch.entries.filter(isListing)) listing.listed = await listLedgerRows(connection, node, listing.limit);
		const drafts = batch.entries.filter(isDraft);
		if (drafts.length === 0) return;
		const linked = linkDrafts(drafts, last);
		const { texts } = linked;
		const head = signHead(key, node, linked.seq, linked.hash, clock.now());
		for (const statement of ledgerStatements(rowValues(drafts, linked, node), head))
			await connection.run(statement.sql, statement.values, "storable");
		unconfirmed = [{ batch, drafts, head, texts, listed: 0 }];
	};

	const aside: Aside = {
		async commit(batch) {
			const drafts = batch.entries.filter(isDraft);
			const listing = batch.entries.find(isListing);
			if (drafts.length === 0 && listing === undefined) return;
			const list = listing?.limit ?? lookup.due(drafts.length);
			const told = drafts.some(({ frame }) => isHeard(frame.kind));
			// INVARIANT: records that follow others which nobody has confirmed are written only if those were.
			const after = unconfirmed.length === 0 ? last : null;
			if (drafts.length > 0) unconfirmed = [...unconfirmed, { batch, drafts, head: null, texts: null, listed: 0 }];
			const written = await thread?.write({ ...packer.pack(drafts), after, at: clock.now(), list, told });
			if (written === undefined) return;
			if (listing !== undefined) listing.listed = written.listed;
			const listed = listing === undefined ? written.listed : 0;
			unconfirmed = unconfirmed.map((one) => (one.batch === batch ? { ...one, ...written, listed } : one));
		},
	};

	const afterCommit = (batch: Batch): void => {
		const [first, ...later] = unconfirmed;
		if (first?.batch !== batch || first.head === null) return;
		unconfirmed = later;
		heads.append(first.head);
		confirm(first, first.head);
	};

	const confirm = ({ drafts, texts, listed }: Unconfirmed, { seq, hash }: ChainPlace): void => {
		last = { seq, hash };
		lookup.appended(drafts.length, listed);
		if (texts === null) return;
		for (const [index, { frame }] of drafts.entries()) if (isHeard(frame.kind)) tell(frame.kind, texts[index] ?? "", seq);
	};

	/** Commits that failed, or whose answers were lost: the database knows which. */
	const settle = async (connection: Connection): Promise<void> => {
		const found = await findLedgerHead(connection, node);
		const doubtful = unconfirmed;
		unconfirmed = [];
		packer.reset();
		let place = last;
		const linked = doubtful.map((one) => {
			const { seq, hash, texts } = linkDrafts(one.drafts, place);
			place = { seq, hash };
			return { one: { ...one, texts }, place };
		});
		const standing = linked.findIndex((each) => each.place.hash === found?.hash);
		if (found !== null && standing >= 0) {
			heads.append(found);
			for (const each of linked.slice(0, standing + 1)) confirm(each.one, each.place);
		} else if (found !== null && found.seq > last.seq) {
			throw new WritError("ledger-broken", `Somebody else writes the ledger of node ${node}: give each process its own node name`);
		}
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
