import type { Clock } from "../../platform/index.ts";
import { type Batch, type Commit, type CommitTransaction, type Committer, commitHere, RunAgain, type Store } from "../../store/index.ts";
import type { RecordDraft } from "../draft-record.ts";
import { type Chain, draftsOf } from "../open-chain.ts";
import type { SigningKey } from "../signing.ts";
import { keepLookup, Listing, listLedgerRows } from "./lookup.ts";
import type { openThread, Written } from "./open-thread.ts";
import { createPacker, type PackedDrafts } from "./pack-drafts.ts";

interface FastOptions {
	readonly store: Store;
	readonly chain: Chain;
	readonly node: string;
	readonly key: SigningKey;
	readonly clock: Clock;
	readonly thread: typeof openThread;
}

/** So few works are committed where they run: handing them to another thread would take longer. */
const FEW = 16;
/** So many are decided while others are still being written. */
const SOME = 256;
/** So many are committed in two halves, one of which is decided while the other is written; for fewer a second commit costs more than that saves. */
const MANY = 1_024;

/**
 * Commits the records of an embedded database. Many that needed nothing else from it are linked, signed and committed in a thread, while
 * the next ones are decided here; everything else is committed here. It also keeps the lookup of the ledger.
 */
export async function fastCommitter({ store, chain, node, key, clock, thread: open }: FastOptions): Promise<Committer> {
	const thread = store.file === null ? null : open({ file: store.file, node, key });
	const lookup = await keepLookup(store, node, chain.end.seq);
	chain.whenAppended(lookup.appended);
	const packer = createPacker();
	/** Whether the last commit of the thread stands; known when it is over. */
	let stands: Promise<boolean> = Promise.resolve(true);
	/** How many works that commit carries, 0 = it is over. */
	let underWay = 0;
	/** A commit failed. INVARIANT: the next one is made here, because only the chain finds out in the database where it ends now. */
	let isDoubtful = false;

	const here = commitHere({
		async write(connection, batch) {
			for (const listing of listingsOf(batch)) listing.listed = await listLedgerRows(connection, node, listing.limit);
			await chain.insert(connection, draftsOf(batch));
		},
		written: chain.inserted,
	});

	const commitInPlace = async (batch: Batch, transaction: CommitTransaction): Promise<Commit> => {
		isDoubtful = true;
		const commit = await here.commit(batch, transaction);
		isDoubtful = false;
		stands = Promise.resolve(true);
		return commit;
	};

	const isForThread = (batch: Batch, transaction: CommitTransaction): boolean => {
		if (thread === null || isDoubtful || transaction.isOpen || batch.touched.length > 0) return false;
		const areMany = batch.works >= FEW || underWay > 0;
		if (areMany) thread.begin();
		// What takes long and nobody waits for is worth the way too, however little it is.
		return thread.isReady && (areMany || listingsOf(batch).length > 0);
	};

	const write = async (batch: Batch, drafts: readonly RecordDraft[], packed: PackedDrafts): Promise<void> => {
		const [listing] = listingsOf(batch);
		if (thread === null || (drafts.length === 0 && listing === undefined)) return;
		if (drafts.length > 0) chain.expect(drafts);
		const list = listing?.limit ?? lookup.due(drafts.length);
		const written: Written = await thread.write({ ...packed, after: chain.end, at: clock.now(), list, told: chain.areHeard(drafts) });
		if (listing !== undefined) listing.listed = written.listed;
		if (written.head !== null) chain.confirm(written.head, written.texts, listing === undefined ? written.listed : 0);
	};

	const commitInThread = async (batch: Batch): Promise<Commit> => {
		const drafts = draftsOf(batch);
		// While the commit before is under way.
		const packed = packer.pack(drafts);
		if (!(await stands)) throw new RunAgain();
		const { promise: durable, resolve, reject } = Promise.withResolvers<void>();
		underWay = batch.works;
		stands = write(batch, drafts, packed).then(
			() => {
				underWay = 0;
				// The next commit, which waits for `stands`, goes out before anybody is answered: so the thread need not wait for that.
				queueMicrotask(resolve);
				return true;
			},
			(error: unknown) => {
				underWay = 0;
				isDoubtful = true;
				// INVARIANT: frames that were packed and not understood, or not sent, are told nowhere else.
				packer.reset();
				// Everybody hears of a failure before the next works run.
				reject(error);
				return false;
			},
		);
		return { durable };
	};

	return {
		async share(waiting) {
			// Few that come while others are written wait for more: each commit costs the disk as much, and deciding them takes less.
			if (underWay > 0 && waiting() < Math.max(SOME, underWay >> 1)) await stands;
			const isHalved = thread?.isReady === true && !isDoubtful && underWay === 0 && waiting() >= MANY;
			return isHalved ? waiting() >> 1 : waiting();
		},
		commit: (batch, transaction) => (isForThread(batch, transaction) ? commitInThread(batch) : commitInPlace(batch, transaction)),
		async close() {
			lookup.close();
			await thread?.close();
		},
	};
}

function listingsOf({ entries }: Batch): readonly Listing[] {
	return entries.filter((entry) => entry instanceof Listing);
}
