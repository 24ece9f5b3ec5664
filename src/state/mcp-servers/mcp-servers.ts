import { type Connection, firstRow, numberOf, type Row, type Transaction, textOf } from "../../store/index.ts";

/** A mounted server as it is kept: what it is, its secrets and its tools as JSON. */
export interface McpServerRow {
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

export async function mcpServerRows(connection: Connection): Promise<readonly McpServerRow[]> {
	return (await connection.all("SELECT * FROM mcp_servers ORDER BY id")).map(rowOf);
}

/** The server of an id, or of one that is the same but for case. */
export async function findMcpServerRow(connection: Connection, id: string): Promise<McpServerRow | null> {
	const row = await firstRow(connection, "SELECT * FROM mcp_servers WHERE lower(id) = ?", [id.toLowerCase()]);
	return row === null ? null : rowOf(row);
}

/** Writes a server; the caller has looked at the version in the same work. */
export async function saveMcpServerRow(transaction: Transaction, row: McpServerRow): Promise<void> {
	await transaction.run(
		`INSERT INTO mcp_servers (id, uid, definition, secrets, tools, created_at, created_by, defined, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET definition = excluded.definition, secrets = excluded.secrets, tools = excluded.tools,
			defined = excluded.defined, version = excluded.version`,
		[row.id, row.uid, row.definition, row.secrets, row.tools, row.createdAt, row.createdBy, row.defined, row.version],
	);
}

export function deleteMcpServerRow(transaction: Transaction, id: string): Promise<number> {
	return transaction.run("DELETE FROM mcp_servers WHERE id = ?", [id]);
}

function rowOf(row: Row): McpServerRow {
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
