import { type Clock, WritError } from "../platform/index.ts";
import { type Batch, type Committer, type Connection, commitHere } from "../store/index.ts";
import { RecordDraft } from "./draft-record.ts";
import type { HeadFile } from "./heads-on-file.ts";
import { type LedgerKind, type LedgerRecord, parseRecord } from "./ledger-record.ts";
import { findLedgerHead, type LedgerHeadRow, ledgerStatements } from "./ledger-rows.ts";
import { type ChainPlace, linkDrafts, rowValues } from "./link-drafts.ts";
import { type SigningKey, signHead } from "./signing.ts";

/** The end of one node's chain, where each commit adds its records. */
export interface Chain {
	/** Where the chain ends, as far as is known. */
	readonly end: ChainPlace;
	/** Links records to the end of the chain and inserts them, inside the transaction that commits them. */
	insert(connection: Connection, drafts: readonly RecordDraft[]): Promise<void>;
	/** The transaction of the last `insert` is committed. */
	inserted(): void;
	/** Says that somebody else is about to commit these records at the end of the chain. */
	expect(drafts: readonly RecordDraft[]): void;
	/** What `expect` announced is committed, under this head; `texts` are the records as texts, for those who hear them. */
	confirm(head: LedgerHeadRow, texts: readonly string[] | null, listed: number): void;
	/** Whether anybody hears one of these records. */
	areHeard(drafts: readonly RecordDraft[]): boolean;
	/** Who hears how many records each commit has added, and how many it has listed in the lookup on the way; one at most. */
	whenAppended(listener: AppendListener): void;
	subscribe(listener: RecordListener, kinds?: readonly LedgerKind[]): () => void;
}

export type RecordListener = (record: LedgerRecord) => void;
type AppendListener = (records: number, listed: number) => void;

interface ChainOptions {
	readonly node: string;
	readonly key: SigningKey;
	readonly heads: HeadFile;
	readonly clock: Clock;
	readonly end: ChainPlace;
}

/** Records that were handed to a commit which nobody has confirmed yet; without `head` somebody else was to sign it. */
interface Unconfirmed {
	readonly drafts: readonly RecordDraft[];
	readonly head: LedgerHeadRow | null;
	readonly texts: readonly string[];
}

/** The records that works have appended to a commit. */
export function draftsOf({ entries }: Batch): readonly RecordDraft[] {
	return entries.filter((entry) => entry instanceof RecordDraft);
}

/** Links, inserts and commits records in this thread. */
export function plainCommitter(chain: Chain): Committer {
	return commitHere({ write: (connection, batch) => chain.insert(connection, draftsOf(batch)), written: chain.inserted });
}

export function openChain({ node, key, heads, clock, end }: ChainOptions): Chain {
	const listeners = new Map<RecordListener, readonly LedgerKind[] | null>();
	let last: ChainPlace = { seq: end.seq, hash: end.hash };
	let unconfirmed: Unconfirmed | null = null;
	let appended: AppendListener = () => undefined;

	const confirm = (drafts: readonly RecordDraft[], head: LedgerHeadRow, texts: readonly string[] | null, listed: number): void => {
		unconfirmed = null;
		last = { seq: head.seq, hash: head.hash };
		heads.append(head);
		appended(drafts.length, listed);
		if (texts === null) return;
		for (const [index, { frame }] of drafts.entries()) if (isHeard(frame.kind)) tell(frame.kind, texts[index] ?? "", head.seq);
	};

	/** A commit that failed, or whose answer was lost: the database knows which. */
	const settle = async (connection: Connection, { drafts }: Unconfirmed): Promise<void> => {
		const found = await findLedgerHead(connection, node);
		unconfirmed = null;
		const { hash, texts } = linkDrafts(drafts, last);
		if (found?.hash === hash) confirm(drafts, found, texts, 0);
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
		get end() {
			return last;
		},
		async insert(connection, drafts) {
			// INVARIANT: first, also in a commit without records: afterwards `unconfirmed` is always what this very transaction wrote.
			if (unconfirmed !== null) await settle(connection, unconfirmed);
			if (drafts.length === 0) return;
			const linked = linkDrafts(drafts, last);
			const head = signHead(key, node, linked.seq, linked.hash, clock.now());
			for (const statement of ledgerStatements(rowValues(drafts, linked, node), head))
				await connection.run(statement.sql, statement.values, "storable");
			unconfirmed = { drafts, head, texts: linked.texts };
		},
		inserted() {
			if (unconfirmed !== null && unconfirmed.head !== null) confirm(unconfirmed.drafts, unconfirmed.head, unconfirmed.texts, 0);
		},
		expect(drafts) {
			unconfirmed = { drafts, head: null, texts: [] };
		},
		confirm(head, texts, listed) {
			if (unconfirmed !== null) confirm(unconfirmed.drafts, head, texts, listed);
		},
		areHeard: (drafts) => drafts.some(({ frame }) => isHeard(frame.kind)),
		whenAppended(listener) {
			appended = listener;
		},
		subscribe(listener, kinds) {
			listeners.set(listener, kinds ?? null);
			return () => listeners.delete(listener);
		},
	};
}
