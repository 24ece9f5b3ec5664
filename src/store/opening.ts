import type { Connection, Row, SqlValue } from "./connection.ts";

/** The writer of a commit whose transaction begins when it is first needed: what is decided from memory needs none. */
export class Opening implements Connection {
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
