import { WritError } from "../platform/index.ts";
import { type Backend, isBrokenStore } from "./backend.ts";
import type { Connection, Row, SqlValue } from "./connection.ts";
import type { Touched, Transaction } from "./store.ts";
import { checkValues } from "./values.ts";

/** A work with the one who waits for its outcome. */
export class WaitingWork<T = unknown> {
	readonly exclusive: boolean;
	readonly #work: (transaction: Transaction) => Promise<T> | T;
	readonly #resolve: (value: T) => void;
	readonly #reject: (error: unknown) => void;
	readonly #otherwise: ((error: unknown) => T) | undefined;
	#value: T | typeof NONE = NONE;

	constructor(
		exclusive: boolean,
		work: (transaction: Transaction) => Promise<T> | T,
		resolve: (value: T) => void,
		reject: (error: unknown) => void,
		otherwise?: (error: unknown) => T,
	) {
		this.exclusive = exclusive;
		this.#work = work;
		this.#resolve = resolve;
		this.#reject = reject;
		this.#otherwise = otherwise;
	}

	/** A work that needs nothing from the database is over at once: waiting for it would cost more than many a work. */
	run(transaction: Transaction): Promise<void> | undefined {
		this.#value = NONE;
		const value = this.#work(transaction);
		if (value instanceof Promise)
			return value.then((settled) => {
				this.#value = settled;
			});
		this.#value = value;
		return undefined;
	}

	settle(failure: Failure | null): void {
		if (failure !== null) this.#fail(failure.error);
		else if (this.#value === NONE) this.#fail(new WritError("store-broken", "A work ended without an outcome"));
		else this.#resolve(this.#value);
	}

	#fail(error: unknown): void {
		if (this.#otherwise === undefined) this.#reject(error);
		else
			try {
				this.#resolve(this.#otherwise(error));
			} catch (failed) {
				this.#reject(failed);
			}
	}
}

/** A work that is not over has no value, and any value may be one. */
const NONE = Symbol("none");

export interface Failure {
	readonly error: unknown;
}

/** What the queue knows of a work, whatever its outcome is. */
export type Settling = Pick<WaitingWork, "exclusive" | "run" | "settle">;

/** A work that failed in such a way that the others must begin again without it. */
export class Spoiled {
	readonly work: Settling;
	readonly failure: Failure;

	constructor(work: Settling, failure: Failure) {
		this.work = work;
		this.failure = failure;
	}
}

/** Runs one work; `null` = it is over already and has written nothing. Its failure is the answer, and only what ends the whole transaction is thrown. */
export function attemptWork(backend: Backend, work: Settling, transaction: Work): Promise<Failure | null> | null {
	let running: Promise<void> | undefined;
	try {
		running = work.run(transaction);
	} catch (error) {
		return finish(backend, work, transaction, { error });
	}
	if (running !== undefined)
		return running.then(
			() => finish(backend, work, transaction, null),
			(error: unknown) => finish(backend, work, transaction, { error }),
		);
	if (!transaction.isClean) return finish(backend, work, transaction, null);
	transaction.end();
	return null;
}

async function finish(backend: Backend, work: Settling, transaction: Work, thrown: Failure | null): Promise<Failure | null> {
	transaction.end();
	const failure = thrown ?? transaction.failure;
	if (failure === null) {
		await transaction.keep();
		return null;
	}
	const cause = (transaction.failure ?? failure).error;
	if (backend.mayRetry(cause) || isBrokenStore(cause)) throw cause;
	if (!(await transaction.undo())) throw new Spoiled(work, failure);
	return failure;
}

/**
 * One work inside a commit; a savepoint is set only when it first writes, because most works only append.
 * INVARIANT: a work with a failed statement fails as a whole, whatever it makes of the error, because PostgreSQL would not go on.
 */
export class Work implements Transaction {
	/** What the database said no to first. */
	failure: { readonly error: unknown } | null = null;
	readonly #writer: Connection;
	readonly #entries: unknown[];
	readonly #touched: Touched[];
	readonly #firstEntry: number;
	readonly #firstTouched: number;
	#saved = false;
	#over = false;

	/** Works run one after the other: what each appends and touches stands behind that of the ones before it. */
	constructor(writer: Connection, entries: unknown[], touched: Touched[]) {
		this.#writer = writer;
		this.#entries = entries;
		this.#touched = touched;
		this.#firstEntry = entries.length;
		this.#firstTouched = touched.length;
	}

	/** What this work touched, if anything. */
	get touched(): readonly Touched[] | null {
		return this.#touched.length === this.#firstTouched ? null : this.#touched.slice(this.#firstTouched);
	}

	/** Nothing was written and nothing failed. */
	get isClean(): boolean {
		return !this.#saved && this.failure === null;
	}

	async all(sql: string, values?: readonly SqlValue[]): Promise<readonly Row[]> {
		// SECURITY: a statement such as INSERT … RETURNING writes too; only plain reads go without a savepoint.
		return this.#attempt(!sql.startsWith("SELECT"), () => this.#writer.all(sql, values));
	}

	async run(sql: string, values?: readonly SqlValue[]): Promise<number> {
		return this.#attempt(true, () => this.#writer.run(sql, values));
	}

	append(entry: unknown): void {
		this.#checkOpen();
		this.#entries.push(entry);
	}

	touch(entity: string, id: string): void {
		this.#checkOpen();
		try {
			// What cannot be told to others would fail the commit of everybody.
			checkValues([entity, id]);
		} catch (error) {
			this.failure ??= { error };
			throw error;
		}
		this.#touched.push({ entity, id });
	}

	/** From now on nothing belongs to this work; a statement that nobody waited for would end up in another one. */
	end(): void {
		this.#over = true;
	}

	/** Takes back what was appended and touched; before the next work begins. */
	drop(): void {
		this.#entries.length = this.#firstEntry;
		this.#touched.length = this.#firstTouched;
	}

	async keep(): Promise<void> {
		if (this.#saved) await this.#writer.run("RELEASE SAVEPOINT work");
	}

	/** Takes back what was written; false when the whole transaction is spoiled by a read that failed. */
	async undo(): Promise<boolean> {
		if (!this.#saved) return this.failure === null;
		await this.#writer.run("ROLLBACK TO SAVEPOINT work");
		await this.#writer.run("RELEASE SAVEPOINT work");
		return true;
	}

	async #attempt<T>(writes: boolean, statement: () => Promise<T>): Promise<T> {
		this.#checkOpen();
		// SECURITY: a full disk may have undone the whole transaction, and what came now would be kept for itself.
		if (this.failure !== null) throw this.failure.error;
		try {
			if (writes && !this.#saved) {
				this.#saved = true;
				await this.#writer.run("SAVEPOINT work");
			}
			return await statement();
		} catch (error) {
			this.failure ??= { error };
			throw error;
		}
	}

	#checkOpen(): void {
		if (this.#over) throw new WritError("work-over", "A work used its transaction after it had ended");
	}
}
