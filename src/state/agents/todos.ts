import { type Connection, firstRow, numberOf, type Row, type Transaction, textOf } from "../../store/index.ts";

/** A shared list as it is kept: its items as JSON, and how often it was changed. */
export interface TodoRow {
	readonly items: string;
	readonly version: number;
}

export async function findTodoRow(connection: Connection, name: string): Promise<TodoRow | null> {
	const row: Row | null = await firstRow(connection, "SELECT items, version FROM todo_lists WHERE name = ?", [name]);
	return row === null ? null : { items: textOf(row, "items"), version: numberOf(row, "version") };
}

/** Writes a list; the caller has looked at the version in the same work. */
export async function saveTodoRow(transaction: Transaction, name: string, { items, version }: TodoRow): Promise<void> {
	await transaction.run(
		"INSERT INTO todo_lists (name, items, version) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET items = excluded.items, version = excluded.version",
		[name, items, version],
	);
}

/** Whether there was one to forget. */
export async function deleteTodoRow(transaction: Transaction, name: string): Promise<boolean> {
	return (await transaction.run("DELETE FROM todo_lists WHERE name = ?", [name])) > 0;
}
