import { type Connection, firstRow, type Row } from "../connection.ts";
import type { Transaction } from "../store.ts";

/** An agent that is shown to a person who does not own it, as it is stored. */
export interface ShareRow {
	readonly id: string;
	readonly agent: string;
	readonly email: string;
	readonly sharedBy: string;
	readonly createdAt: number;
}

/** How many rows came in: none when it is shared already. */
export function insertShareRow(transaction: Transaction, row: ShareRow): Promise<number> {
	return transaction.run("INSERT INTO shares (id, agent, email, shared_by, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", [
		row.id,
		row.agent,
		row.email,
		row.sharedBy,
		row.createdAt,
	]);
}

export function deleteShareRow(transaction: Transaction, agent: string, email: string): Promise<number> {
	return transaction.run("DELETE FROM shares WHERE agent = ? AND email = ?", [agent, email]);
}

export function findShareRow(connection: Connection, agent: string, email: string): Promise<Row | null> {
	return firstRow(connection, "SELECT * FROM shares WHERE agent = ? AND email = ?", [agent, email]);
}

export function shareRowsOf(connection: Connection, agent: string): Promise<readonly Row[]> {
	return connection.all("SELECT * FROM shares WHERE agent = ? ORDER BY email", [agent]);
}
