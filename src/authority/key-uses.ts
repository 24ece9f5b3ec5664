import { noteKeyUses } from "../identity/index.ts";
import type { Store } from "../store/index.ts";

/** Counts how often keys are shown: in memory, and written a moment later, so that no answer waits for it. */
export interface KeyUses {
	count(id: string, now: number): void;
	/** Writes what was counted last. */
	close(): Promise<void>;
}

/** So long a count may be older than what it counts. */
const WRITE_AFTER = 2_000;

export function createKeyUses(store: Pick<Store, "record">, log: (line: string) => void): KeyUses {
	let counted = new Map<string, { readonly uses: number; readonly lastAt: number }>();
	let waiting: NodeJS.Timeout | null = null;
	let writing: Promise<void> = Promise.resolve();

	const count = (id: string, uses: number, now: number): void => {
		const before = counted.get(id);
		counted.set(id, { uses: uses + (before?.uses ?? 0), lastAt: Math.max(now, before?.lastAt ?? 0) });
	};
	const write = async (): Promise<void> => {
		const now = counted;
		counted = new Map();
		if (now.size === 0) return;
		try {
			await store.record(async (transaction) => {
				for (const [id, { uses, lastAt }] of now) await noteKeyUses(transaction, id, uses, lastAt);
			});
		} catch (error) {
			for (const [id, { uses, lastAt }] of now) count(id, uses, lastAt);
			log(`uses of keys were not written: ${error instanceof Error ? error.message : String(error)}`);
		}
	};
	return {
		count(id, now) {
			count(id, 1, now);
			waiting ??= setTimeout(() => {
				waiting = null;
				writing = write();
			}, WRITE_AFTER).unref();
		},
		async close() {
			if (waiting !== null) clearTimeout(waiting);
			await writing;
			await write();
		},
	};
}
