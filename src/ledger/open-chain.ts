import { type Clock, WritError } from "../platform/index.ts";
import {
	type Aside,
	type Batch,
	type CommitHooks,
	type Connection,
	findLedgerHead,
	type LedgerHeadRow,
	ledgerStatements,
} from "../store/index.ts";
import { type ChainAside, chainAside } from "./chain-aside.ts";
import type { RecordDraft } from "./draft-record.ts";
import type { HeadFile } from "./head-file.ts";
import type { LookupKeeper } from "./keep-lookup.ts";
import { type LedgerKind, type LedgerRecord, parseRecord } from "./ledger-record.ts";
import { type ChainPlace, linkDrafts } from "./link-drafts.ts";
import { packDrafts } from "./pack-drafts.ts";
import { signHead } from "./signed-head.ts";
import type { SigningKey } from "./signing-key.ts";

/** The end of one node's chain, where each commit adds its records. */
export interface Chain {
	readonly hooks: Required<Pick<CommitHooks, "beforeCommit" | "aside" | "afterCommit" | "close">>;
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
	let last: ChainPlace = { seq: end.seq, hash: end.hash };
	let unconfirmed: Unconfirmed | null = null;

	const beforeCommit = async (connection: Connection, batch: Batch): Promise<void> => {
		// INVARIANT: first, also in a commit without records: afterwards `unconfirmed` is always what this very transaction wrote.
		if (unconfirmed !== null) await settle(connection, unconfirmed);
		const drafts = batch.entries.filter(isDraft);
		if (drafts.length === 0) return;
		const { values, texts, seq, hash } = linkDrafts(drafts, node, last);
		const head = signHead(key, node, seq, hash, clock.now());
		for (const statement of ledgerStatements(values, head)) await connection.run(statement.sql, statement.values, "storable");
		unconfirmed = { batch, drafts, head, texts, listed: 0 };
	};

	const aside: Aside = {
		async commit(batch) {
			const drafts = batch.entries.filter(isDraft);
			if (drafts.length === 0) return;
			const list = lookup.due(drafts.length);
			unconfirmed = { batch, drafts, head: null, texts: null, listed: list };
			const told = drafts.some(({ kind }) => isHeard(kind));
			const written = await thread?.write({ drafts: packDrafts(drafts), after: last, at: clock.now(), list, told });
			if (written !== undefined) unconfirmed = { ...unconfirmed, ...written };
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
		for (const [index, { kind }] of drafts.entries()) if (isHeard(kind)) tell(kind, texts[index] ?? "", head.seq);
	};

	/** A commit that failed, or whose answer was lost: the database knows which. */
	const settle = async (connection: Connection, written: Unconfirmed): Promise<void> => {
		const found = await findLedgerHead(connection, node);
		unconfirmed = null;
		const { hash, texts } = linkDrafts(written.drafts, node, last);
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
			aside: () => (thread?.isReady() === true ? aside : null),
			afterCommit,
			close: async () => thread?.close(),
		},
		subscribe(listener, kinds) {
			listeners.set(listener, kinds ?? null);
			return () => listeners.delete(listener);
		},
	};
}

function isDraft(entry: unknown): entry is RecordDraft {
	return typeof entry === "object" && entry !== null && "beforePrev" in entry;
}
