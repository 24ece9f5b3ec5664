import type { Backend } from "./backend.ts";
import type { Connection, Row, SqlValue } from "./connection.ts";
import type { Batch, CommitTransaction, Committer, Touched } from "./store.ts";

/** The commit before this one failed: its works have to be run again before they can be committed. */
export class RunAgain extends Error {}

/** What a committer that commits in this thread does around it. */
interface AroundCommit {
	/** Writes the entries inside the transaction, after all works; a throw undoes the whole commit. */
	write?(connection: Connection, batch: Batch): Promise<void>;
	/** What was written is durable. */
	written?(): void;
}

/** Commits in this thread, as many works as wait. */
export function commitHere({ write, written }: AroundCommit = {}): Committer {
	return {
		share: async (waiting) => waiting(),
		async commit(batch, transaction) {
			await transaction.commit(batch.touched, async (connection) => write?.(connection, batch));
			written?.();
			return { durable: Promise.resolve() };
		},
		close: async () => undefined,
	};
}

/** The transaction of one commit. It begins when it is first needed: what is decided from memory needs none. */
export class LazyTransaction implements CommitTransaction, Connection {
	readonly #backend: Backend;
	readonly #begin: () => Promise<void>;
	#begun: Promise<void> | null = null;

	constructor(backend: Backend, begin: () => Promise<void>) {
		this.#backend = backend;
		this.#begin = begin;
	}

	get isOpen(): boolean {
		return this.#begun !== null;
	}

	/** The quickest way to the database from here. */
	get connection(): Connection {
		return this.isOpen ? this.#backend.writer : this;
	}

	open(): Promise<void> {
		this.#begun ??= this.#begin();
		return this.#begun;
	}

	async all(sql: string, values?: readonly SqlValue[]): Promise<readonly Row[]> {
		await this.open();
		return this.#backend.writer.all(sql, values);
	}

	async run(sql: string, values?: readonly SqlValue[], made?: "storable"): Promise<number> {
		await this.open();
		return this.#backend.writer.run(sql, values, made);
	}

	async commit(touched: readonly Touched[], write: (connection: Connection) => Promise<void>): Promise<void> {
		await this.open();
		if (touched.length > 0) await this.#backend.announce(touched);
		await write(this.#backend.writer);
		await this.#backend.commit();
	}
}
