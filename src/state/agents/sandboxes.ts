import type { AgentId } from "../../engine/index.ts";
import {
	type Connection,
	cursorOfKey,
	firstRow,
	keyOfCursor,
	numberOf,
	type Page,
	pageOf,
	type Row,
	type Transaction,
	textOf,
	textOrNull,
} from "../../store/index.ts";
import { readId } from "./agent.ts";

/** Where an agent works, as it was made; `config` is what was asked for. */
export interface SandboxRecord {
	readonly agent: AgentId;
	readonly mode: string;
	readonly session: string | null;
	readonly parent: AgentId | null;
	readonly path: string;
	readonly config: unknown;
	readonly createdAt: number;
}

/** How many agents have a sandbox, of which kind, in which session and under which parent. */
export interface SandboxStats {
	readonly total_sandboxes: number;
	readonly isolated: number;
	readonly shared: number;
	readonly nested: number;
	readonly by_session: Readonly<Record<string, number>>;
	readonly by_parent: Readonly<Record<string, number>>;
}

/** The agent's sandbox: the new one, or the one that it has already. */
export async function insertSandbox(transaction: Transaction, sandbox: SandboxRecord): Promise<SandboxRecord> {
	const { config, ...rest } = sandbox;
	const made = await insertSandboxRow(transaction, { ...rest, config: JSON.stringify(config ?? null) });
	if (made > 0) transaction.touch("agent", sandbox.agent);
	return (await findSandbox(transaction, sandbox.agent)) ?? sandbox;
}

/** The sandbox of an agent. */
export async function findSandbox(connection: Connection, agent: string): Promise<SandboxRecord | null> {
	const row = await findSandboxRow(connection, agent);
	return row === null ? null : readSandbox(row);
}

/** Whether there was one to forget. */
export async function removeSandbox(transaction: Transaction, agent: string): Promise<boolean> {
	const removed = (await deleteSandboxRow(transaction, agent)) > 0;
	if (removed) transaction.touch("agent", agent);
	return removed;
}

/** One page of sandboxes in the order of their agents. */
export async function listSandboxes(
	connection: Connection,
	{ limit, cursor }: { readonly limit: number; readonly cursor?: string | null },
): Promise<Page<SandboxRecord>> {
	const rows = await pageOfSandboxRows(connection, keyOfCursor(cursor), limit + 1);
	return pageOf(rows, limit, readSandbox, (row) => cursorOfKey(textOf(row, "agent")));
}

/** The counts of all sandboxes. */
export async function sandboxStats(connection: Connection): Promise<SandboxStats> {
	const modes = await countSandboxRows(connection, "mode");
	const sessions = await countSandboxRows(connection, "session");
	return stats(modes, sessions, await countSandboxRows(connection, "parent"));
}

/** The counts of some sandboxes. */
export function statsOf(sandboxes: readonly SandboxRecord[]): SandboxStats {
	const count = (values: readonly (string | null)[]): Counts =>
		[...Map.groupBy(values, (value) => value)].flatMap(([value, all]) => (value === null ? [] : [[value, all.length] as const]));
	return stats(
		count(sandboxes.map(({ mode }) => mode)),
		count(sandboxes.map(({ session }) => session)),
		count(sandboxes.map(({ parent }) => parent)),
	);
}

type Counts = readonly (readonly [value: string, count: number])[];

function stats(byMode: Counts, bySession: Counts, byParent: Counts): SandboxStats {
	const modes = new Map(byMode);
	return {
		total_sandboxes: [...modes.values()].reduce((sum, count) => sum + count, 0),
		isolated: modes.get("isolated") ?? 0,
		shared: modes.get("shared") ?? 0,
		nested: modes.get("nested") ?? 0,
		by_session: Object.fromEntries(bySession),
		by_parent: Object.fromEntries(byParent),
	};
}

/** A row as a sandbox. */
export function readSandbox(row: Row): SandboxRecord {
	const parent = textOrNull(row, "parent");
	return {
		agent: readId(textOf(row, "agent")),
		mode: textOf(row, "mode"),
		session: textOrNull(row, "session"),
		parent: parent === null ? null : readId(parent),
		path: textOf(row, "path"),
		config: JSON.parse(textOf(row, "config")),
		createdAt: numberOf(row, "created_at"),
	};
}

/** One agent's sandbox as it is stored; `config` is JSON. */
interface SandboxRow {
	readonly agent: string;
	readonly mode: string;
	readonly session: string | null;
	readonly parent: string | null;
	readonly path: string;
	readonly config: string;
	readonly createdAt: number;
}

/** How many rows came in: none when the agent has a sandbox. */
function insertSandboxRow(transaction: Transaction, row: SandboxRow): Promise<number> {
	return transaction.run(
		"INSERT INTO sandboxes (agent, mode, session, parent, path, config, created_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
		[row.agent, row.mode, row.session, row.parent, row.path, row.config, row.createdAt],
	);
}

function findSandboxRow(connection: Connection, agent: string): Promise<Row | null> {
	return firstRow(connection, "SELECT * FROM sandboxes WHERE agent = ?", [agent]);
}

function deleteSandboxRow(transaction: Transaction, agent: string): Promise<number> {
	return transaction.run("DELETE FROM sandboxes WHERE agent = ?", [agent]);
}

export function sandboxRowsOfParent(connection: Connection, parent: string): Promise<readonly Row[]> {
	return connection.all("SELECT * FROM sandboxes WHERE parent = ? ORDER BY agent", [parent]);
}

export async function updateSandboxConfig(transaction: Transaction, agent: string, config: string): Promise<void> {
	await transaction.run("UPDATE sandboxes SET config = ? WHERE agent = ?", [config, agent]);
}

function pageOfSandboxRows(connection: Connection, after: string, limit: number): Promise<readonly Row[]> {
	return connection.all("SELECT * FROM sandboxes WHERE agent > ? ORDER BY agent LIMIT ?", [after, limit]);
}

/** How many sandboxes there are for each value of a column; those without a value are left out. */
async function countSandboxRows(
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

/** A session: whose it is, and the directory that its agents share. */
interface SessionRow {
	readonly id: string;
	readonly owner: string;
	readonly path: string;
}

/** The session of this id, if there is one. */
export async function findSession(connection: Connection, id: string): Promise<SessionRow | null> {
	const row = await firstRow(connection, "SELECT id, owner, path FROM sessions WHERE id = ?", [id]);
	return row === null ? null : { id: textOf(row, "id"), owner: textOf(row, "owner"), path: textOf(row, "path") };
}

/** A session of one owner whose id begins so. */
export async function findOwnSession(connection: Connection, owner: string, prefix: string): Promise<SessionRow | null> {
	const row = await firstRow(connection, "SELECT id, owner, path FROM sessions WHERE owner = ? AND substr(id, 1, length(?)) = ? LIMIT 1", [
		owner,
		prefix,
		prefix,
	]);
	return row === null ? null : { id: textOf(row, "id"), owner: textOf(row, "owner"), path: textOf(row, "path") };
}

export async function insertSession(connection: Connection, { id, owner, path }: SessionRow, now: number): Promise<void> {
	await connection.run("INSERT INTO sessions (id, owner, path, created_at) VALUES (?, ?, ?, ?)", [id, owner, path, now]);
}

/** Whether there was one to forget. */
export async function deleteSession(connection: Connection, id: string): Promise<boolean> {
	return (await connection.run("DELETE FROM sessions WHERE id = ?", [id])) > 0;
}

/** Every session's directory. */
export async function sessionPaths(connection: Connection): Promise<readonly string[]> {
	return (await connection.all("SELECT path FROM sessions")).map((row) => textOf(row, "path"));
}
