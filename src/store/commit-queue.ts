import { WritError } from "../platform/index.ts";
import type { Backend } from "./backend.ts";
import { isBrokenStore } from "./broken-store.ts";
import type { Connection } from "./connection.ts";
import type { Batch, CommitHooks, Store, Touched, Transaction } from "./store.ts";
import { Work } from "./work.ts";

/** A store over one back-end: works that wait share the next commit. */
export function openCommitQueue(backend: Backend): Store {
	return new CommitQueue(backend);
}

/** How many works one commit carries at most. */
const MOST = 4_096;
const TRIES = 5;

/** A work with the one who waits for its outcome. */
class Waiting<T = unknown> {
	readonly exclusive: boolean;
	readonly #work: (transaction: Transaction) => Promise<T> | T;
	readonly #resolve: (value: T) => void;
	readonly #reject: (error: unknown) => void;
	#outcome: { readonly value: T } | null = null;

	constructor(
		exclusive: boolean,
		work: (transaction: Transaction) => Promise<T> | T,
		resolve: (value: T) => void,
		reject: (error: unknown) => void,
	) {
		this.exclusive = exclusive;
		this.#work = work;
		this.#resolve = resolve;
		this.#reject = reject;
	}

	/** A work that needs nothing from the database is over at once: waiting for it would cost more than many a work. */
	run(transaction: Work): Promise<void> | undefined {
		this.#outcome = null;
		const value = this.#work(transaction);
		if (value instanceof Promise)
			return value.then((settled) => {
				this.#outcome = { value: settled };
			});
		this.#outcome = { value };
		return undefined;
	}

	settle(failure: Failure | null): void {
		if (failure !== null) this.#reject(failure.error);
		else if (this.#outcome === null) this.#reject(new WritError("store-broken", "A work ended without an outcome"));
		else this.#resolve(this.#outcome.value);
	}
}

interface Failure {
	readonly error: unknown;
}

/** What the queue knows of a work, whatever its outcome is. */
type Settling = Pick<Waiting, "exclusive" | "run" | "settle">;

/** A work that failed in such a way that the others must begin again without it. */
class Spoiled {
	readonly work: Settling;
	readonly failure: Failure;

	constructor(work: Settling, failure: Failure) {
		this.work = work;
		this.failure = failure;
	}
}

class CommitQueue implements Store {
	readonly database: Store["database"];
	readonly #backend: Backend;
	#hooks: CommitHooks = {};
	readonly #waiting: Settling[] = [];
	#working: Promise<void> | null = null;
	#closing: Promise<void> | null = null;

	constructor(backend: Backend) {
		this.#backend = backend;
		this.database = backend.dialect.name;
	}

	attach(hooks: CommitHooks): void {
		this.#hooks = hooks;
	}

	change<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
		return this.#enqueue(work, true);
	}

	record<T>(work: (transaction: Transaction) => Promise<T> | T): Promise<T> {
		return this.#enqueue(work, false);
	}

	look<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
		if (this.#closing !== null) return Promise.reject(closed());
		return this.#backend.look(work);
	}

	close(): Promise<void> {
		this.#closing ??= (async () => {
			await this.#working;
			await this.#backend.close();
		})();
		return this.#closing;
	}

	#enqueue<T>(work: (transaction: Transaction) => Promise<T> | T, exclusive: boolean): Promise<T> {
		if (this.#closing !== null) return Promise.reject(closed());
		return new Promise<T>((resolve, reject) => {
			this.#waiting.push(new Waiting(exclusive, work, resolve, reject));
			this.#working ??= this.#drain();
		});
	}

	async #drain(): Promise<void> {
		// One turn of the event loop lets requests that arrived together share the commit.
		await new Promise((resolve) => setImmediate(resolve));
		while (this.#waiting.length > 0) await this.#commit(this.#waiting.splice(0, MOST));
		// INVARIANT: in the same turn as the look at the empty queue, or a work that comes now would wait for ever.
		this.#working = null;
	}

	/** Runs works in one transaction; each hears of its own failure, or of the commit's. */
	async #commit(works: readonly Settling[]): Promise<void> {
		const failures = new Map<Settling, Failure>();
		let batch = works;
		for (let tries = 1; batch.length > 0; tries++) {
			const failed = new Map<Settling, Failure>();
			try {
				// Two nodes that were in each other's way: the second time one goes alone.
				const done = await this.#transact(batch, failed, tries > 1);
				this.#hooks.afterCommit?.(done);
				for (const [work, failure] of failed) failures.set(work, failure);
				break;
			} catch (error) {
				await this.#backend.rollback().catch(() => undefined);
				this.#hooks.outdated?.(null);
				if (error instanceof Spoiled) {
					failures.set(error.work, error.failure);
					batch = batch.filter((work) => work !== error.work);
				} else if (tries >= TRIES || !this.#backend.mayRetry(error)) {
					for (const work of batch) failures.set(work, { error });
					break;
				}
			}
		}
		for (const work of works) work.settle(failures.get(work) ?? null);
	}

	async #transact(works: readonly Settling[], failures: Map<Settling, Failure>, alone: boolean): Promise<Batch> {
		const backend = this.#backend;
		const exclusive = alone || works.some((work) => work.exclusive);
		await backend.begin(exclusive ? "exclusive" : "shared");
		const news = await backend.news();
		if (news === null || news.length > 0) this.#hooks.outdated?.(news);
		const entries: unknown[] = [];
		const touched: Touched[] = [];
		for (const work of works) {
			const transaction = new Work(backend.writer);
			const attempt = this.#attempt(work, transaction);
			const failure = attempt === null ? null : await attempt;
			// What the work changed in anybody's memory is unknown, and later works of this commit already see what it changed.
			if (transaction.touched.length > 0) this.#hooks.outdated?.(transaction.touched);
			if (failure !== null) {
				failures.set(work, failure);
				continue;
			}
			for (const entry of transaction.entries) entries.push(entry);
			for (const touch of transaction.touched) touched.push(touch);
		}
		if (touched.length > 0) await backend.announce(touched);
		const batch = { entries, touched };
		await this.#hooks.beforeCommit?.(backend.writer, batch);
		await backend.commit();
		return batch;
	}

	/** Runs one work; `null` = it is over already and has written nothing. Its failure is the answer, and only what ends the whole transaction is thrown. */
	#attempt(work: Settling, transaction: Work): Promise<Failure | null> | null {
		let running: Promise<void> | undefined;
		try {
			running = work.run(transaction);
		} catch (error) {
			return this.#finish(work, transaction, { error });
		}
		if (running !== undefined)
			return running.then(
				() => this.#finish(work, transaction, null),
				(error: unknown) => this.#finish(work, transaction, { error }),
			);
		if (transaction.isClean) {
			transaction.end();
			return null;
		}
		return this.#finish(work, transaction, null);
	}

	async #finish(work: Settling, transaction: Work, thrown: Failure | null): Promise<Failure | null> {
		transaction.end();
		const failure = thrown ?? transaction.failure;
		if (failure === null) {
			await transaction.keep();
			return null;
		}
		const cause = (transaction.failure ?? failure).error;
		if (this.#backend.mayRetry(cause) || isBrokenStore(cause)) throw cause;
		if (!(await transaction.undo())) throw new Spoiled(work, failure);
		return failure;
	}
}

function closed(): WritError {
	return new WritError("store-closed", "The store is closed");
}
