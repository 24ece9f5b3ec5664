import { WritError } from "../platform/index.ts";
import type { Transaction } from "./store.ts";

/** A work with the one who waits for its outcome. */
export class WaitingWork<T = unknown> {
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
	run(transaction: Transaction): Promise<void> | undefined {
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
