import { lastListed, type Store } from "../store/index.ts";
import { Listing } from "./listing.ts";

/** Keeps the lookup of the ledger close behind its records, off the way of those who wait for a commit. */
export interface LookupKeeper {
	/** How many records a commit of so many more should list on the way, because the lookup is far behind. */
	due(records: number): number;
	/** Says that a commit has added records, and listed some on the way. */
	appended(records: number, listed: number): void;
	close(): void;
}

/** So many records may be behind: a query looks through them one by one. */
const MOST_BEHIND = 50_000;
const SMALLEST_PIECE = 512;
const IDLE_PIECE = 1_024;
const INTERVAL = 250;
/** Records of one interval below which nobody is in a hurry. */
const QUIET = 500;

/** Fills the lookup between commits when it is far behind, and when there is little to do. PostgreSQL does without. */
export async function keepLookup(store: Store, node: string, end: number): Promise<LookupKeeper> {
	if (store.database !== "sqlite") return { due: () => 0, appended: () => undefined, close: () => undefined };
	let behind = end - (await store.look((connection) => lastListed(connection, node)));
	let recent = 0;
	let filling = false;
	let closed = false;
	let timer: NodeJS.Timeout | null = null;

	const fill = async (limit: number): Promise<void> => {
		filling = true;
		try {
			const listing = new Listing(limit);
			await store.behind((transaction) => transaction.append(listing));
			behind = listing.listed < limit ? 0 : behind - listing.listed;
		} catch {
			// Queries find what is missing all the same; verify names what stands in the way.
			behind = 0;
		} finally {
			filling = false;
		}
	};

	const whenQuiet = async (): Promise<void> => {
		timer = null;
		const quiet = recent < QUIET;
		recent = 0;
		if (quiet) while (!closed && !filling && behind > 0 && recent < QUIET) await fill(IDLE_PIECE);
		if (behind > 0) wake();
	};

	const wake = (): void => {
		if (closed || timer !== null) return;
		timer = setTimeout(() => void whenQuiet(), INTERVAL);
		timer.unref();
	};

	if (behind > 0) wake();
	return {
		due: (records) => (behind + records >= MOST_BEHIND && !filling ? Math.max(SMALLEST_PIECE, 2 * records) : 0),
		appended(records, listed) {
			behind += records - listed;
			recent += records;
			if (behind >= MOST_BEHIND && listed === 0 && !filling && !closed) void fill(Math.max(SMALLEST_PIECE, 2 * records));
			wake();
		},
		close() {
			closed = true;
			if (timer !== null) clearTimeout(timer);
		},
	};
}
