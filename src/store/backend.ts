import { WritError } from "../platform/index.ts";
import type { Connection } from "./connection.ts";
import type { Touched } from "./store.ts";

/** What a database must offer; `CommitQueue` makes a store of it. */
export interface Backend {
	readonly dialect: Dialect;
	/** The file, when it is all there is and this process alone uses it: then nobody else can have news. */
	readonly file?: string;
	/** The only connection that writes. */
	readonly writer: Connection;
	/** Starts a transaction. `exclusive` keeps every other node's transactions out, `shared` only exclusive ones; a `migration` is exclusive and may take long. */
	begin(mode: "shared" | "exclusive" | "migration"): Promise<void>;
	commit(): Promise<void>;
	rollback(): Promise<void>;
	/** What other nodes touched since the last call, inside the transaction; `null` = too much to tell. */
	news(): Promise<readonly Touched[] | null>;
	/** Leaves word for the other nodes, inside an exclusive transaction. */
	announce(touched: readonly Touched[]): Promise<void>;
	look<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
	/** Whether a failed commit may be tried again as a whole (two nodes in each other's way). */
	mayRetry(error: unknown): boolean;
	/** Keeps a copy of everything before the schema changes from `version`, where the database is in our own care. */
	backUp(version: number): Promise<void>;
	close(): Promise<void>;
}

/** Where the back-ends differ in the words of the schema. */
export interface Dialect {
	readonly name: "sqlite" | "postgres";
	/** Text that compares by its bytes. */
	readonly text: string;
	/** A key that counts up by itself. */
	readonly serial: string;
}

/**
 * Why the database, and not one work, failed: it cannot be reached, somebody else holds it too long, it takes no more, or what it
 * holds is damaged.
 */
const BROKEN_STORE = ["store-unreachable", "store-busy", "store-unwritable", "store-corrupt"] as const;
type BrokenStoreCode = (typeof BROKEN_STORE)[number];

/** The error that every back-end throws when the database itself fails. */
export function brokenStore(code: BrokenStoreCode, message: string, cause?: unknown): WritError {
	return new WritError(code, message, { cause });
}

/** Whether the database itself failed, so that nothing else can succeed in the same commit. */
export function isBrokenStore(error: unknown): boolean {
	return error instanceof WritError && BROKEN_STORE.some((code) => code === error.code);
}

/** What any thrown value says. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** Makes a queue: what is handed in runs one after the other, and a failure stops nobody else. */
export function takeTurns(): <T>(work: () => Promise<T>) => Promise<T> {
	let last: Promise<unknown> = Promise.resolve();
	return (work) => {
		const next = last.then(work, work);
		last = next.catch(() => undefined);
		return next;
	};
}
