import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach } from "vitest";
import type { ChainThread, openThread } from "../../src/ledger/fast/open-thread.ts";
import { type Ledger, type LedgerEntry, openLedger, type Verification, verifyLedger } from "../../src/ledger/index.ts";
import { openStore, type Store } from "../../src/store/index.ts";
import { entry } from "./entry.ts";

export { entry };

/** A ledger on a real database file, with a clock that tests move. */
export interface Scratch {
	readonly home: string;
	readonly folder: string;
	readonly file: string;
	readonly clock: { now(): number; time: number };
	store: Store;
	ledger: Ledger;
	/** Records entries, one commit for each. */
	record(...entries: readonly Partial<LedgerEntry>[]): Promise<readonly string[]>;
	/** Records entries in one commit. */
	recordTogether(entries: readonly Partial<LedgerEntry>[]): Promise<readonly string[]>;
	/** Closes the store, lets `act` at the bare database as somebody who has only that, and opens it again. */
	tamper(act: (database: DatabaseSync) => void): Promise<void>;
	restart(): Promise<void>;
	verify(): Promise<Verification>;
}

const opened: Scratch[] = [];
afterEach(async () => {
	for (const scratch of opened.splice(0)) {
		await scratch.store.close();
		scratch.ledger.close();
		rmSync(scratch.home, { recursive: true, force: true });
	}
});

export const START = Date.UTC(2026, 0, 1);

/** Opens a ledger in a folder of its own; it is gone after the test. */
export async function openScratch(
	options: { readonly node?: string; readonly content?: "digest" | "full"; readonly thread?: typeof openThread } = {},
): Promise<Scratch> {
	const home = mkdtempSync(join(tmpdir(), "writ-ledger-"));
	const folder = join(home, "ledger");
	const file = join(home, "writ.db");
	const clock = { time: START, now: () => clock.time };
	const open = async () => {
		const store = await openStore(file);
		const ledger = await openLedger({
			store,
			node: options.node ?? "n1",
			folder,
			clock,
			...(options.content && { content: options.content }),
			...(options.thread && { thread: options.thread }),
		});
		store.attach({ committer: ledger.committer });
		return { store, ledger };
	};
	const close = async () => {
		await scratch.store.close();
		scratch.ledger.close();
	};
	const scratch: Scratch = {
		home,
		folder,
		file,
		clock,
		...(await open()),
		async record(...entries) {
			const ids = [];
			for (const one of entries) ids.push(...(await scratch.recordTogether([one])));
			return ids;
		},
		recordTogether: (entries) =>
			scratch.store.record(async (transaction) => entries.map((one) => scratch.ledger.append(transaction, entry(one)))),
		async tamper(act) {
			await close();
			const database = new DatabaseSync(file);
			act(database);
			database.close();
			Object.assign(scratch, await open());
		},
		async restart() {
			await close();
			Object.assign(scratch, await open());
		},
		verify: () => verifyLedger(scratch.store, { folder }),
	};
	opened.push(scratch);
	return scratch;
}

/** A thread with something about it changed. */
export function watched(real: ChainThread, changed: Partial<ChainThread>): ChainThread {
	return {
		get isReady() {
			return real.isReady;
		},
		begin: () => real.begin(),
		write: (order) => real.write(order),
		close: () => real.close(),
		...changed,
	};
}
