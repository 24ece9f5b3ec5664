import { type Connection, firstRow, numberOrNull, type Row, type SqlValue, type Transaction, textOf } from "../../store/index.ts";

/** Every column of an agent, in order. */
export const AGENT_COLUMNS = [
	"id",
	"uid",
	"status",
	"type",
	"description",
	"owner",
	"parent",
	"depth",
	"root",
	"profile",
	"component",
	"sealed",
	"wish",
	"digest",
	"places",
	"session",
	"runner",
	"accept_from",
	"config",
	"stopped_by",
	"level",
	"created_at",
	"created_by",
	"named_at",
	"version",
] as const;

/** One agent as it is stored. */
export type AgentRow = Readonly<Record<(typeof AGENT_COLUMNS)[number], SqlValue>>;

/** How many rows came in: none when the id (in any case) or the uid is taken. */
export function insertAgentRow(transaction: Transaction, row: AgentRow): Promise<number> {
	return transaction.run(
		`INSERT INTO agents (${AGENT_COLUMNS.join(", ")}) VALUES (${AGENT_COLUMNS.map(() => "?").join(", ")}) ON CONFLICT DO NOTHING`,
		AGENT_COLUMNS.map((column) => row[column]),
	);
}

export function findAgentRow(connection: Connection, id: string): Promise<Row | null> {
	return firstRow(connection, "SELECT * FROM agents WHERE id = ?", [id]);
}

/** Whether there is any agent. */
export async function anyAgentLives(connection: Connection): Promise<boolean> {
	return (await firstRow(connection, "SELECT id FROM agents LIMIT 1")) !== null;
}

/** The agents for whom something runs. */
export async function agentsWithRunner(connection: Connection): Promise<readonly { readonly id: string; readonly status: string }[]> {
	const rows = await connection.all("SELECT id, status FROM agents WHERE runner <> 'mailbox' ORDER BY id");
	return rows.map((row) => ({ id: textOf(row, "id"), status: textOf(row, "status") }));
}

/** The id of the agent whose id is this one but for case. */
export async function findFoldedId(connection: Connection, id: string): Promise<string | null> {
	const row = await firstRow(connection, "SELECT id FROM agents WHERE lower(id) = ?", [id.toLowerCase()]);
	return row === null ? null : textOf(row, "id");
}

/** The ids of the direct children, in order. */
export async function childIdsOf(connection: Connection, parent: string): Promise<readonly string[]> {
	const rows = await connection.all("SELECT id FROM agents WHERE parent = ? ORDER BY id", [parent]);
	return rows.map((row) => textOf(row, "id"));
}

export function childRowsOf(connection: Connection, parent: string): Promise<readonly Row[]> {
	return connection.all("SELECT * FROM agents WHERE parent = ? ORDER BY id", [parent]);
}

/** The parent first, then its parent, up to the root. */
export function ancestorRowsOf(connection: Connection, id: string): Promise<readonly Row[]> {
	return connection.all(
		`SELECT * FROM (
			WITH RECURSIVE line (id, parent) AS (
				SELECT id, parent FROM agents WHERE id = ?
				UNION SELECT agents.id, agents.parent FROM agents JOIN line ON agents.id = line.parent)
			SELECT agents.* FROM line JOIN agents ON agents.id = line.id WHERE line.id <> ?) ancestors ORDER BY depth DESC`,
		[id, id],
	);
}

/** Everything below, the deepest first. */
export function descendantRowsOf(connection: Connection, id: string): Promise<readonly Row[]> {
	return connection.all(
		`SELECT * FROM (
			WITH RECURSIVE line (id) AS (
				SELECT id FROM agents WHERE parent = ?
				UNION SELECT agents.id FROM agents JOIN line ON agents.parent = line.id)
			SELECT agents.* FROM line JOIN agents ON agents.id = line.id) descendants ORDER BY depth DESC, id`,
		[id],
	);
}

/** What of an agent's row can change besides its name. */
export type AgentChange = Partial<
	Pick<
		AgentRow,
		"status" | "stopped_by" | "level" | "type" | "description" | "accept_from" | "profile" | "sealed" | "wish" | "digest" | "places"
	>
>;

/** The row after the change, with the next version. */
export async function updateAgentRow(transaction: Transaction, id: string, change: AgentChange): Promise<Row | null> {
	const columns = AGENT_COLUMNS.filter((column) => Object.hasOwn(change, column));
	const values: Readonly<Record<string, SqlValue>> = change;
	const set = [...columns.map((column) => `${column} = ?`), "version = version + 1"].join(", ");
	const [row] = await transaction.all(`UPDATE agents SET ${set} WHERE id = ? RETURNING *`, [
		...columns.map((column) => values[column] ?? null),
		id,
	]);
	return row ?? null;
}

/** Everything that names the agent by a foreign key follows. */
export async function renameAgentRow(transaction: Transaction, from: string, to: string, namedAt: number): Promise<void> {
	await transaction.run("UPDATE agents SET id = ?, named_at = ?, version = version + 1 WHERE id = ?", [to, namedAt, from]);
}

/** Agents that have a list of whom they hear. */
export function rowsWithAcceptFrom(connection: Connection): Promise<readonly Row[]> {
	return connection.all("SELECT id, accept_from FROM agents WHERE accept_from IS NOT NULL ORDER BY id");
}

/** Moves the row to those that ended; rows that refer to it by a foreign key go with it. */
export async function endAgentRow(transaction: Transaction, id: string, now: number): Promise<void> {
	await transaction.run(
		`INSERT INTO ended_agents (uid, id, owner, parent, profile, digest, created_at, ended_at)
			SELECT uid, id, owner, parent, profile, digest, created_at, CAST(? AS BIGINT) FROM agents WHERE id = ?`,
		[now, id],
	);
	await transaction.run("DELETE FROM agents WHERE id = ?", [id]);
}

/** When the last agent of this id ended; `null` = there was none. */
export async function lastEndOf(connection: Connection, id: string): Promise<number | null> {
	const row = await firstRow(connection, "SELECT max(ended_at) AS ended_at FROM ended_agents WHERE id = ?", [id]);
	return row === null ? null : numberOrNull(row, "ended_at");
}

/** Agents of this id that ended, the last one first. */
export function endedAgentRows(connection: Connection, id: string): Promise<readonly Row[]> {
	return connection.all("SELECT * FROM ended_agents WHERE id = ? ORDER BY ended_at DESC, uid", [id]);
}
