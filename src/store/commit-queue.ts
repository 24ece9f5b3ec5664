import { WritError } from "../platform/index.ts";
import type { Backend } from "./backend.ts";
import { commitHere, LazyTransaction, RunAgain } from "./committer.ts";
import type { Connection } from "./connection.ts";
import type { Batch, CommitHooks, Committer, Store, Touched, Transaction } from "./store.ts";
import { attemptWork, type Failure, type Settling, Spoiled, WaitingWork, Work } from "./work.ts";

/** A store over one back-end: works that wait share the next commit. */
export function openCommitQueue(backend: Backend): Store {
	return new CommitQueue(backend);
}

/** How many works one commit carries at most. */
const MOST = 4_096;
const TRIES = 5;

class CommitQueue implements Store {
	readonly database: Store["database"];
	readonly file: string | null;
	readonly #backend: Backend;
	readonly #waiting: Settling[] = [];
	#hooks: CommitHooks = {};
	#committer: Committer = commitHere();
	#working: Promise<void> | null = null;
	#closing: Promise<void> | null = null;
	/** Resolves when the last commit is over, whatever became of it. */
	#over: Promise<void> = Promise.resolve();

	constructor(backend: Backend) {
		this.#backend = backend;
		this.database = backend.dialect.name;
		this.file = backend.file ?? null;
	}

	attach(hooks: CommitHooks): void {
		this.#hooks = hooks;
		this.#committer = hooks.committer ?? commitHere();
	}

	change<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
		return this.#enqueue(work, true);
	}

	record<T>(work: (transaction: Transaction) => Promise<T> | T, otherwise?: (error: unknown) => T): Promise<T> {
		return this.#enqueue(work, false, otherwise);
	}

	look<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
		if (this.#closing !== null) return Promise.reject(closed());
		return this.#backend.look(work);
	}

	close(): Promise<void> {
		this.#closing ??= (async () => {
			await this.#working;
			await this.#over;
			await this.#committer.close();
			await this.#backend.close();
		})();
		return this.#closing;
	}

	#enqueue<T>(work: (transaction: Transaction) => Promise<T> | T, exclusive: boolean, otherwise?: (error: unknown) => T): Promise<T> {
		return new Promise<T>((resolve, reject) => {
			const waiting = new WaitingWork(exclusive, work, resolve, reject, otherwise);
			if (this.#closing !== null) return waiting.settle({ error: closed() });
			this.#waiting.push(waiting);
			this.#working ??= this.#drain();
		});
	}

	async #drain(): Promise<void> {
		// One turn of the event loop lets requests that arrived together share the commit.
		await new Promise((resolve) => setImmediate(resolve));
		while (this.#waiting.length > 0) {
			const share = await this.#committer.share(() => this.#waiting.length);
			await this.#commit(this.#waiting.splice(0, Math.min(share, MOST)));
		}
		// INVARIANT: in the same turn as the look at the empty queue, or a work that comes now would wait for ever.
		this.#working = null;
	}

	/** Runs works in one commit; each hears of its own failure, or of the commit's. */
	async #commit(works: readonly Settling[]): Promise<void> {
		const failures = new Map<Settling, Failure>();
		let left = works;
		for (let tries = 1; left.length > 0; tries++) {
			const failed = new Map<Settling, Failure>();
			try {
				// Two nodes that were in each other's way: the second time one goes alone.
				const transaction = await this.#transaction(tries > 1 || left.some(({ exclusive }) => exclusive));
				const batch = await this.#run(left, transaction, failed);
				const { durable } = await this.#committer.commit(batch, transaction);
				for (const [work, failure] of failed) failures.set(work, failure);
				this.#over = this.#answer(works, failures, batch, durable);
				return;
			} catch (error) {
				await this.#backend.rollback().catch(() => undefined);
				this.#hooks.outdated?.(null);
				if (error instanceof Spoiled) {
					failures.set(error.work, error.failure);
					left = left.filter((work) => work !== error.work);
				} else if (tries >= TRIES || !(error instanceof RunAgain || this.#backend.mayRetry(error))) {
					for (const work of left) failures.set(work, { error });
					break;
				}
			}
		}
		for (const work of works) work.settle(failures.get(work) ?? null);
	}

	async #transaction(exclusive: boolean): Promise<LazyTransaction> {
		const transaction = new LazyTransaction(this.#backend, async () => {
			// INVARIANT: a new transaction sees what was committed elsewhere, and is never in its way.
			await this.#over;
			await this.#backend.begin(exclusive ? "exclusive" : "shared");
			const news = await this.#backend.news();
			if (news === null || news.length > 0) this.#hooks.outdated?.(news);
		});
		// A file is this process's alone: what is known from memory is right without asking.
		if (exclusive || this.file === null) await transaction.open();
		return transaction;
	}

	async #run(works: readonly Settling[], transaction: LazyTransaction, failed: Map<Settling, Failure>): Promise<Batch> {
		const entries: unknown[] = [];
		const touched: Touched[] = [];
		for (const waiting of works) {
			const work = new Work(transaction.connection, entries, touched);
			const attempt = attemptWork(this.#backend, waiting, work);
			const failure = attempt === null ? null : await attempt;
			// What the work changed in anybody's memory is unknown, and later works of this commit already see what it changed.
			if (work.touched !== null) this.#hooks.outdated?.(work.touched);
			if (failure === null) continue;
			failed.set(waiting, failure);
			work.drop();
		}
		return { works: works.length, entries, touched };
	}

	/** Answers everybody once the commit is over; never rejects. */
	async #answer(works: readonly Settling[], failures: ReadonlyMap<Settling, Failure>, batch: Batch, durable: Promise<void>): Promise<void> {
		let failed: Failure | null = null;
		try {
			await durable;
			this.#hooks.afterCommit?.(batch);
		} catch (error) {
			failed = { error };
			this.#hooks.outdated?.(null);
		}
		for (const work of works) work.settle(failures.get(work) ?? failed);
	}
}

function closed(): WritError {
	return new WritError("store-closed", "The store is closed");
}
