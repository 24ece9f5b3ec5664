import { type Connection, firstRow, type Row } from "../connection.ts";
import type { Transaction } from "../store.ts";

/** How many rows came in: none when the person is known. */
export function insertPersonRow(transaction: Transaction, email: string, role: string, now: number): Promise<number> {
	return transaction.run("INSERT INTO people (email, name, role, created_at) VALUES (?, NULL, ?, ?) ON CONFLICT DO NOTHING", [
		email,
		role,
		now,
	]);
}

export function findPersonRow(connection: Connection, email: string): Promise<Row | null> {
	return firstRow(connection, "SELECT * FROM people WHERE email = ?", [email]);
}

export function updateRole(transaction: Transaction, email: string, role: string): Promise<number> {
	return transaction.run("UPDATE people SET role = ? WHERE email = ?", [role, email]);
}

export function pageOfPersonRows(connection: Connection, after: string, limit: number): Promise<readonly Row[]> {
	return connection.all("SELECT * FROM people WHERE email > ? ORDER BY email LIMIT ?", [after, limit]);
}
