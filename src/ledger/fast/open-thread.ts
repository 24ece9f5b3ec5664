import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { packageFolder, WritError } from "../../platform/index.ts";
import type { LedgerHeadRow } from "../ledger-rows.ts";
import type { ChainPlace } from "../link-drafts.ts";
import type { SigningKey } from "../signing.ts";
import type { PackedDrafts } from "./pack-drafts.ts";

/** What the thread begins with. */
export interface ThreadStart {
	readonly file: string;
	readonly node: string;
	readonly key: SigningKey;
}

/** Records that the thread links to the end of the chain and commits. */
export interface ChainOrder extends PackedDrafts {
	readonly after: ChainPlace;
	readonly at: number;
	/** How many records are to be listed in the lookup on the way. */
	readonly list: number;
	/** Whether somebody here wants the texts back. */
	readonly told: boolean;
}

/** First that the thread is there (without a head), then what became of each order. */
export type ThreadAnswer =
	| { readonly ok: true; readonly head: LedgerHeadRow | null; readonly texts: string | null; readonly listed: number }
	| { readonly ok: false; readonly code: string | null; readonly message: string };

/** What an order came to; without records it has no head. */
export interface Written {
	readonly head: LedgerHeadRow | null;
	readonly texts: readonly string[] | null;
	/** How many records were listed in the lookup. */
	readonly listed: number;
}

/**
 * Links and commits records in a thread of its own, so that the next requests are decided meanwhile.
 * INVARIANT: a thread that ends by itself fails what it was given and is never ready again: everything is committed here then.
 */
export interface ChainThread {
	readonly isReady: boolean;
	/** Starts it, if nobody has: it is ready some moments later. */
	begin(): void;
	/** One order at a time. */
	write(order: ChainOrder): Promise<Written>;
	/** Resolves when the thread has let go of the database. */
	close(): Promise<void>;
}

/** Opens the thread that commits the records of one node; it is not there before it is needed. */
export function openThread(start: ThreadStart): ChainThread {
	let thread: Worker | null = null;
	let state: "new" | "starting" | "ready" | "over" = "new";
	let isClosing = false;
	let waiting: { readonly resolve: (written: Written) => void; readonly reject: (error: unknown) => void } | null = null;

	const answer = (given: ThreadAnswer): void => {
		if (state === "starting") state = "ready";
		const asked = waiting;
		waiting = null;
		// INVARIANT: a thread that was told to end is waited for, also when only now it says that it has started.
		if (!isClosing) thread?.unref();
		if (!given.ok) asked?.reject(new WritError(given.code ?? "store-broken", given.message));
		else asked?.resolve({ ...given, texts: given.texts?.split("\n") ?? null });
	};

	const over = (why: string): void => {
		state = "over";
		waiting?.reject(new WritError("store-unreachable", `The thread that writes the ledger has ended (${why})`));
		waiting = null;
	};

	const begin = (): void => {
		if (state !== "new") return;
		state = "starting";
		try {
			thread = new Worker(threadFile(), { workerData: start });
			thread.on("message", answer);
			thread.on("error", (error) => over(String(error)));
			thread.on("exit", (code) => over(`exit ${code}`));
			thread.unref();
		} catch (error) {
			over(String(error));
		}
	};

	return {
		get isReady() {
			return state === "ready";
		},
		begin,
		write: (order) =>
			new Promise((resolve, reject) => {
				if (state !== "ready" || thread === null) {
					reject(new WritError("store-unreachable", "No thread writes the ledger"));
					return;
				}
				waiting = { resolve, reject };
				// Somebody waits for the answer: the process must not end before it.
				thread.ref();
				thread.postMessage(order);
			}),
		async close() {
			const last = thread;
			if (last === null || state === "over") return;
			isClosing = true;
			await new Promise((resolve) => {
				last.once("exit", resolve);
				last.ref();
				last.postMessage(null);
			});
		},
	};
}

/** The thread's own code: beside this file, or beside the bundle. */
function threadFile(): string {
	if (import.meta.filename.endsWith("open-thread.ts")) return join(import.meta.dirname, "chain-thread.ts");
	return join(packageFolder(), "dist/chain-thread.mjs");
}
