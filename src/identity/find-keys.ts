import {
	addKeyUses,
	type Connection,
	cursorOfKey,
	findKeyRow,
	keyOfCursor,
	type Page,
	pageOf,
	pageOfKeyRows,
	type Transaction,
	textOf,
} from "../store/index.ts";
import { type AccessKey, type KeyScope, readAccessKey } from "./access-key.ts";

/** Which keys, and which page of them. */
export interface KeyQuery {
	readonly scope?: KeyScope;
	readonly person?: string;
	readonly agent?: string;
	readonly limit: number;
	readonly cursor?: string | null;
}

/** The key of an id, revoked ones too. */
export async function findKey(connection: Connection, id: string): Promise<AccessKey | null> {
	const row = await findKeyRow(connection, id);
	return row === null ? null : readAccessKey(row);
}

/** One page of keys in the order of their ids. */
export async function listKeys(connection: Connection, { limit, cursor, ...filter }: KeyQuery): Promise<Page<AccessKey>> {
	const rows = await pageOfKeyRows(connection, filter, keyOfCursor(cursor), limit + 1);
	return pageOf(rows, limit, readAccessKey, (row) => cursorOfKey(textOf(row, "id")));
}

/** Adds to how often a key was used; no other node needs to hear of it. */
export function noteKeyUses(transaction: Transaction, id: string, uses: number, lastAt: number): Promise<void> {
	return addKeyUses(transaction, id, uses, lastAt);
}
