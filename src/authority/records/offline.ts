import { join } from "node:path";
import { type LedgerFilter, type LedgerRecord, listRecords, type Verification, verifyLedger } from "../../ledger/index.ts";
import { openToRead } from "../../store/index.ts";

/** The ledger of a home without its server. */
export interface OfflineAudit {
	readonly verify: () => Promise<Verification>;
	/** The records that fit, the oldest first unless told otherwise. */
	readonly records: (filter: LedgerFilter) => AsyncGenerator<LedgerRecord>;
	readonly close: () => Promise<void>;
}

const PAGE = 1_000;

/** Opens the ledger of a home only to read it: for auditors, and for homes whose server does not run. */
export async function openOfflineAudit(home: string, database?: string): Promise<OfflineAudit> {
	const store = await openToRead(database ?? join(home, "writ.db"));
	async function* records(filter: LedgerFilter): AsyncGenerator<LedgerRecord> {
		let cursor: string | null = null;
		do {
			const from: LedgerFilter = cursor === null ? {} : { cursor };
			const page = await store.look((connection) => listRecords(connection, { order: "oldest", ...filter, ...from, limit: PAGE }));
			yield* page.items;
			cursor = page.next_cursor;
		} while (cursor !== null);
	}
	return { verify: () => verifyLedger(store, { folder: join(home, "ledger") }), records, close: () => store.close() };
}
