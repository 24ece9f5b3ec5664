import { type Connection, firstRow, type Row } from "../connection.ts";
import type { Transaction } from "../store.ts";

/** What agents of one grant share, as it is stored. */
export interface SealedRow {
	readonly hash: string;
	readonly digest: string;
	readonly terms: string;
	readonly origins: string;
}

/** Keeps a grant once, however many agents hold it. */
export async function insertSealedRow(transaction: Transaction, { hash, digest, terms, origins }: SealedRow): Promise<void> {
	await transaction.run("INSERT INTO sealed (hash, digest, terms, origins) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", [
		hash,
		digest,
		terms,
		origins,
	]);
}

export function findSealedRow(connection: Connection, hash: string): Promise<Row | null> {
	return firstRow(connection, "SELECT hash, digest, terms, origins FROM sealed WHERE hash = ?", [hash]);
}

/** Any grant of this digest, also one that no living agent holds. */
export function findSealedRowByDigest(connection: Connection, digest: string): Promise<Row | null> {
	return firstRow(connection, "SELECT hash, digest, terms, origins FROM sealed WHERE digest = ? ORDER BY hash LIMIT 1", [digest]);
}
