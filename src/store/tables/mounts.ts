import { type Connection, firstRow, numberOf, type Row, textOf } from "../connection.ts";
import type { Transaction } from "../store.ts";

/** A mounted server as it is kept: what it is, its secrets and its tools as JSON. */
export interface MountRow {
	readonly id: string;
	readonly uid: string;
	readonly definition: string;
	readonly secrets: string;
	readonly tools: string;
	readonly createdAt: number;
	readonly createdBy: string;
	/** How often a person has mounted it. */
	readonly defined: number;
	/** How often anything of it has changed. */
	readonly version: number;
}

export async function mountRows(connection: Connection): Promise<readonly MountRow[]> {
	return (await connection.all("SELECT * FROM mcp_servers ORDER BY id")).map(rowOf);
}

/** The server of an id, or of one that is the same but for case. */
export async function findMountRow(connection: Connection, id: string): Promise<MountRow | null> {
	const row = await firstRow(connection, "SELECT * FROM mcp_servers WHERE lower(id) = ?", [id.toLowerCase()]);
	return row === null ? null : rowOf(row);
}

/** Writes a server; the caller has looked at the version in the same work. */
export async function saveMountRow(transaction: Transaction, row: MountRow): Promise<void> {
	await transaction.run(
		`INSERT INTO mcp_servers (id, uid, definition, secrets, tools, created_at, created_by, defined, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET definition = excluded.definition, secrets = excluded.secrets, tools = excluded.tools,
			defined = excluded.defined, version = excluded.version`,
		[row.id, row.uid, row.definition, row.secrets, row.tools, row.createdAt, row.createdBy, row.defined, row.version],
	);
}

export function deleteMountRow(transaction: Transaction, id: string): Promise<number> {
	return transaction.run("DELETE FROM mcp_servers WHERE id = ?", [id]);
}

function rowOf(row: Row): MountRow {
	return {
		id: textOf(row, "id"),
		uid: textOf(row, "uid"),
		definition: textOf(row, "definition"),
		secrets: textOf(row, "secrets"),
		tools: textOf(row, "tools"),
		createdAt: numberOf(row, "created_at"),
		createdBy: textOf(row, "created_by"),
		defined: numberOf(row, "defined"),
		version: numberOf(row, "version"),
	};
}
