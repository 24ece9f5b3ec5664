import { WritError } from "../platform/index.ts";
import type { Transaction } from "./store.ts";

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
