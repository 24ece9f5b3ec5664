import { WritError } from "../platform/index.ts";
import type { Backend } from "./backend.ts";
import type { Connection, Row, SqlValue } from "./connection.ts";
import type { Aside, Batch, CommitHooks, Store, Touched, Transaction } from "./store.ts";
import { attemptWork, type Failure, type Settling, Spoiled, WaitingWork, Work } from "./work.ts";

/** A store over one back-end: works that wait share the next commit. */
export function openCommitQueue(backend: Backend): Store {
	return new CommitQueue(backend);
}

/** How many works one commit carries at most. */
const MOST = 4_096;
/** Up to this many works are committed where they run: handing them to another thread would take longer. */
const FEW = 16;
/** From this many on, works are decided while others are still being written. */
const SOME = 256;
/** From this many on, a commit is split: one half is decided while the other is written. For fewer a second commit costs more than it saves. */
const MANY = 1_024;
const TRIES = 5;

/** What works came to; with `aside` it is not committed yet. */
interface Done {
	readonly batch: Batch;
	readonly aside: Aside | null;
}

class CommitQueue implements Store {
	readonly database: Store["database"];
	readonly file: string | null;
	readonly #backend: Backend;
	#hooks: CommitHooks = {};
	readonly #waiting: Settling[] = [];
	#working: Promise<void> | null = null;
	#closing: Promise<void> | null = null;
	/** The commit that another thread is at, or was at last; false = it failed. */
	#aside: Promise<boolean> = Promise.resolve(true);
	/** How many works it carries, 0 = it is over. */
	#asideWorks = 0;
	/** Somebody waits who would rather have another thread, however few wait. */
	#wantsAside = false;
	/** A commit failed and nobody has looked yet what became of it. */
	#doubtful = false;

	constructor(backend: Backend) {
		this.#backend = backend;
		this.database = backend.dialect.name;
		this.file = backend.file ?? null;
	}

	attach(hooks: CommitHooks): void {
		this.#hooks = hooks;
	}

	change<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
		return this.#enqueue(work, true);
	}

	record<T>(work: (transaction: Transaction) => Promise<T> | T, otherwise?: (error: unknown) => T): Promise<T> {
		return this.#enqueue(work, false, otherwise);
	}

	behind(work: (transaction: Transaction) => void): Promise<void> {
		this.#wantsAside = true;
		return this.#enqueue(work, false);
	}

	look<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
		if (this.#closing !== null) return Promise.reject(closed());
		return this.#backend.look(work);
	}

	close(): Promise<void> {
		this.#closing ??= (async () => {
			await this.#working;
			await this.#aside;
			await this.#hooks.close?.();
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
			// Few that come while others are written wait for more: each commit costs the disk as much, and deciding them takes less.
			if (this.#asideWorks > 0 && this.#waiting.length < Math.max(SOME, this.#asideWorks >> 1)) await this.#aside;
			const aside = this.#asideFor(this.#waiting.length);
			const share = aside === null || this.#asideWorks > 0 || this.#waiting.length < MANY ? MOST : this.#waiting.length >> 1;
			if (share >= this.#waiting.length) this.#wantsAside = false;
			await this.#commit(this.#waiting.splice(0, Math.min(MOST, share)), aside);
		}
		// INVARIANT: in the same turn as the look at the empty queue, or a work that comes now would wait for ever.
		this.#working = null;
	}

	#asideFor(works: number): Aside | null {
		const isMany = works >= FEW || this.#asideWorks > 0;
		if (!(isMany || this.#wantsAside) || this.#doubtful || this.file === null) return null;
		return this.#hooks.aside?.(isMany) ?? null;
	}

	/** Runs works in one commit; each hears of its own failure, or of the commit's. */
	async #commit(works: readonly Settling[], aside: Aside | null): Promise<void> {
		const failures = new Map<Settling, Failure>();
		let batch = works;
		for (let tries = 1; batch.length > 0; tries++) {
			const failed = new Map<Settling, Failure>();
			try {
				// Two nodes that were in each other's way: the second time one goes alone.
				const done = await this.#transact(batch, failed, tries > 1, this.#doubtful ? null : aside);
				if (this.#asideWorks > 0) done.aside?.prepare?.(done.batch);
				// One commit at a time; when the one before failed, nobody knows yet where this one would go on.
				if (done.aside !== null && !(await this.#aside)) continue;
				for (const [work, failure] of failed) failures.set(work, failure);
				if (done.aside !== null) return this.#handOver(done.aside, done.batch, works, failures);
				this.#hooks.afterCommit?.(done.batch);
				this.#settled();
				break;
			} catch (error) {
				await this.#backend.rollback().catch(() => undefined);
				this.#failed();
				if (error instanceof Spoiled) {
					failures.set(error.work, error.failure);
					batch = batch.filter((work) => work !== error.work);
				} else if (tries >= TRIES || !this.#backend.mayRetry(error)) {
					for (const work of batch) failures.set(work, { error });
					break;
				}
			}
		}
		settleAll(works, failures);
	}

	/** Lets another thread commit, and goes on with the next works meanwhile. */
	#handOver(aside: Aside, batch: Batch, works: readonly Settling[], failures: ReadonlyMap<Settling, Failure>): void {
		this.#asideWorks = works.length;
		this.#aside = new Promise((over) => {
			aside.commit(batch).then(
				() => {
					this.#asideWorks = 0;
					this.#hooks.afterCommit?.(batch);
					// The next commit goes out before anybody is answered, so that the other thread need not wait for that.
					over(true);
					queueMicrotask(() => settleAll(works, failures));
				},
				(error: unknown) => {
					this.#asideWorks = 0;
					this.#failed();
					over(false);
					for (const work of works) work.settle(failures.get(work) ?? { error });
				},
			);
		});
	}

	/** What became of the commits before is known: `beforeCommit` has looked, and its own commit stands. */
	#settled(): void {
		if (!this.#doubtful) return;
		this.#doubtful = false;
		this.#aside = Promise.resolve(true);
	}

	#failed(): void {
		this.#doubtful = true;
		this.#hooks.outdated?.(null);
	}

	async #transact(works: readonly Settling[], failures: Map<Settling, Failure>, alone: boolean, aside: Aside | null): Promise<Done> {
		const backend = this.#backend;
		const exclusive = alone || works.some((work) => work.exclusive);
		const opening = new Opening(backend.writer, () => this.#begin(exclusive ? "exclusive" : "shared"));
		if (exclusive || aside === null) await opening.open();
		const entries: unknown[] = [];
		const touched: Touched[] = [];
		for (const work of works) {
			const transaction = new Work(opening.isOpen ? backend.writer : opening, entries, touched);
			const attempt = attemptWork(backend, work, transaction);
			const failure = attempt === null ? null : await attempt;
			// What the work changed in anybody's memory is unknown, and later works of this commit already see what it changed.
			if (transaction.touched !== null) this.#hooks.outdated?.(transaction.touched);
			if (failure === null) continue;
			failures.set(work, failure);
			transaction.drop();
		}
		const batch = { entries, touched };
		if (aside !== null && !opening.isOpen && touched.length === 0) return { batch, aside };
		await opening.open();
		if (touched.length > 0) await backend.announce(touched);
		await this.#hooks.beforeCommit?.(backend.writer, batch);
		await backend.commit();
		return { batch, aside: null };
	}

	async #begin(mode: "shared" | "exclusive"): Promise<void> {
		// INVARIANT: a new transaction sees what the other thread wrote, and is never in its way.
		await this.#aside;
		await this.#backend.begin(mode);
		const news = await this.#backend.news();
		if (news === null || news.length > 0) this.#hooks.outdated?.(news);
	}
}

/** Each hears of its own failure. */
function settleAll(works: readonly Settling[], failures: ReadonlyMap<Settling, Failure>): void {
	for (const work of works) work.settle(failures.get(work) ?? null);
}

function closed(): WritError {
	return new WritError("store-closed", "The store is closed");
}

/** The writer of a commit whose transaction begins when it is first needed: what is decided from memory needs none. */
class Opening implements Connection {
	readonly #writer: Connection;
	readonly #begin: () => Promise<void>;
	#begun: Promise<void> | null = null;

	constructor(writer: Connection, begin: () => Promise<void>) {
		this.#writer = writer;
		this.#begin = begin;
	}

	get isOpen(): boolean {
		return this.#begun !== null;
	}

	open(): Promise<void> {
		this.#begun ??= this.#begin();
		return this.#begun;
	}

	async all(sql: string, values?: readonly SqlValue[]): Promise<readonly Row[]> {
		await this.open();
		return this.#writer.all(sql, values);
	}

	async run(sql: string, values?: readonly SqlValue[], made?: "storable"): Promise<number> {
		await this.open();
		return this.#writer.run(sql, values, made);
	}
}
