import type { Connection } from "./connection.ts";

/** One piece of work inside a commit. What it runs and appends stands or falls as a whole. */
export interface Transaction extends Connection {
	/** Hands an entry to the committer, which writes it with the commit (the ledger); dropped when the work throws. */
	append(entry: unknown): void;
	/** Says that kept knowledge about `entity` `id` is out of date everywhere once this commit is done. */
	touch(entity: string, id: string): void;
}

/** What the works of one commit came to: their entries and touches, in order. */
export interface Batch {
	/** How many works it carries. */
	readonly works: number;
	readonly entries: readonly unknown[];
	readonly touched: readonly Touched[];
}

export interface Touched {
	readonly entity: string;
	readonly id: string;
}

/** Makes what works came to durable, one batch after the other. */
export interface Committer {
	/** How many of the works that wait share the next commit; resolves when they are to run. */
	share(waiting: () => number): Promise<number>;
	/** Takes a batch over: resolves when the next works may run. What throws leaves nothing of the batch, and `RunAgain` asks for another try. */
	commit(batch: Batch, transaction: CommitTransaction): Promise<Commit>;
	/** Called when nothing is under way any more, before the store lets go of the database. */
	close(): Promise<void>;
}

/** A batch that was taken over. */
export interface Commit {
	/** Resolves when all of the batch is on the disk; rejects when it failed. */
	readonly durable: Promise<void>;
}

/** The transaction of one commit, as its committer sees it. */
export interface CommitTransaction {
	/** Whether a work has needed the database. */
	readonly isOpen: boolean;
	/** Commits what the works wrote and touched, and what `write` adds. */
	commit(touched: readonly Touched[], write: (connection: Connection) => Promise<void>): Promise<void>;
}

/** What others do around every commit. */
export interface CommitHooks {
	/** Who makes batches durable; without one they are committed in this thread, and nobody writes their entries. */
	readonly committer?: Committer;
	/** Runs when the commit is durable, before anybody is answered. */
	readonly afterCommit?: (batch: Batch) => void;
	/** Kept knowledge is out of date: what a work or another node touched, or `null` = everything. Runs before the next work. */
	readonly outdated?: (touched: readonly Touched[] | null) => void;
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
	/** Looks at one committed state without changing anything; like a work it waits for nothing else, and nothing it finds may be kept in memory. */
	look<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
	/** Set once, before the first work. */
	attach(hooks: CommitHooks): void;
	/** Waits for what is under way, then lets go of the database. */
	close(): Promise<void>;
}
