import { type Connection, firstRow, numberOf, type Row, textOf } from "../connection.ts";
import type { Transaction } from "../store.ts";

/** One agent's sandbox as it is stored; `config` is JSON. */
export interface SandboxRow {
	readonly agent: string;
	readonly mode: string;
	readonly session: string | null;
	readonly parent: string | null;
	readonly path: string;
	readonly config: string;
	readonly createdAt: number;
}

/** How many rows came in: none when the agent has a sandbox. */
export function insertSandboxRow(transaction: Transaction, row: SandboxRow): Promise<number> {
	return transaction.run(
		"INSERT INTO sandboxes (agent, mode, session, parent, path, config, created_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
		[row.agent, row.mode, row.session, row.parent, row.path, row.config, row.createdAt],
	);
}

export function findSandboxRow(connection: Connection, agent: string): Promise<Row | null> {
	return firstRow(connection, "SELECT * FROM sandboxes WHERE agent = ?", [agent]);
}

export function deleteSandboxRow(transaction: Transaction, agent: string): Promise<number> {
	return transaction.run("DELETE FROM sandboxes WHERE agent = ?", [agent]);
}

export function sandboxRowsOfParent(connection: Connection, parent: string): Promise<readonly Row[]> {
	return connection.all("SELECT * FROM sandboxes WHERE parent = ? ORDER BY agent", [parent]);
}

export async function updateSandboxConfig(transaction: Transaction, agent: string, config: string): Promise<void> {
	await transaction.run("UPDATE sandboxes SET config = ? WHERE agent = ?", [config, agent]);
}

export function pageOfSandboxRows(connection: Connection, after: string, limit: number): Promise<readonly Row[]> {
	return connection.all("SELECT * FROM sandboxes WHERE agent > ? ORDER BY agent LIMIT ?", [after, limit]);
}

/** How many sandboxes there are for each value of a column; those without a value are left out. */
export async function countSandboxRows(
	connection: Connection,
	column: "mode" | "session" | "parent",
): Promise<readonly (readonly [string, number])[]> {
	const rows = await connection.all(
		`SELECT ${column} AS value, count(*) AS count FROM sandboxes WHERE ${column} IS NOT NULL GROUP BY ${column} ORDER BY ${column}`,
	);
	return rows.map((row) => [textOf(row, "value"), numberOf(row, "count")]);
}

/** The agents that share a session's workspace, in their order. */
export async function agentsSharing(connection: Connection, session: string): Promise<readonly string[]> {
	const rows = await connection.all("SELECT agent FROM sandboxes WHERE session = ? AND mode = 'shared' ORDER BY agent", [session]);
	return rows.map((row) => textOf(row, "agent"));
}

/** How many agents with a sandbox hold each digest. */
export async function countSandboxDigests(connection: Connection): Promise<readonly (readonly [string, number])[]> {
	const rows = await connection.all(
		"SELECT agents.digest AS value, count(*) AS count FROM sandboxes JOIN agents ON agents.id = sandboxes.agent GROUP BY agents.digest",
	);
	return rows.map((row) => [textOf(row, "value"), numberOf(row, "count")]);
}
