import type { Connection } from "./connection.ts";

/** One piece of work inside a commit. What it runs and appends stands or falls as a whole. */
export interface Transaction extends Connection {
	/** Hands an entry to the hook that writes entries just before the commit (the ledger); dropped when the work throws. */
	append(entry: unknown): void;
	/** Says that kept knowledge about `entity` `id` is out of date everywhere once this commit is done. */
	touch(entity: string, id: string): void;
}

/** Entries and touches of all works of one commit, in order. */
export interface Batch {
	readonly entries: readonly unknown[];
	readonly touched: readonly Touched[];
}

export interface Touched {
	readonly entity: string;
	readonly id: string;
}

/** What others do around every commit. */
export interface CommitHooks {
	/** Runs inside the transaction after all works; a throw undoes the whole commit. */
	readonly beforeCommit?: (connection: Connection, batch: Batch) => Promise<void>;
	/**
	 * Who commits entries in another thread, `null` when nobody does now; `begin` = it is worth beginning one for later. After a failure it
	 * is not asked again before `beforeCommit` was.
	 */
	readonly aside?: (begin: boolean) => Aside | null;
	/** Runs when the commit is durable, before anybody is answered. */
	readonly afterCommit?: (batch: Batch) => void;
	/** Runs when nothing is under way any more, before the store lets go of the database. */
	readonly close?: () => Promise<void>;
	/** Kept knowledge is out of date: what a work or another node touched, or `null` = everything. Runs before the next work. */
	readonly outdated?: (touched: readonly Touched[] | null) => void;
}

/**
 * Commits the entries of works that needed nothing from the database; durable when it resolves. One commit at a time.
 * INVARIANT: nobody else writes meanwhile.
 */
export interface Aside {
	commit(batch: Batch): Promise<void>;
	/** Does beforehand what can be done for a commit while the one before it is under way. */
	prepare?(batch: Batch): void;
}

/**
 * The one way to the database. Works run one after the other; many share one commit, and each answer waits until it is durable.
 * INVARIANT: a work must not wait for anything but its transaction, and must not call the store again.
 */
export interface Store {
	/** Which database it is, for those few who go about it differently. */
	readonly database: "sqlite" | "postgres";
	/** The file for a second writer (`openSecondWriter`), `null` when there can be none. */
	readonly file: string | null;
	/** Changes state that other nodes may keep in memory: they see it before their next work. */
	change<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
	/**
	 * Adds to counters and to the node's own ledger; sees every change that was answered before. `otherwise` says what is answered when
	 * that fails; without it the promise is rejected.
	 */
	record<T>(work: (transaction: Transaction) => Promise<T> | T, otherwise?: (error: unknown) => T): Promise<T>;
	/** Like `record`, for what takes long and nobody waits for: it is committed in the other thread when there is one. */
	behind(work: (transaction: Transaction) => void): Promise<void>;
	/** Looks at one committed state without changing anything; like a work it waits for nothing else, and nothing it finds may be kept in memory. */
	look<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
	/** Set once, before the first work. */
	attach(hooks: CommitHooks): void;
	/** Waits for what is under way, then lets go of the database. */
	close(): Promise<void>;
}
