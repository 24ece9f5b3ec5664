import { type Connection, type Refusal, type Row, refused, type Transaction } from "../../store/index.ts";
import { parseRow } from "./whole-tables.ts";

const MESSAGE_TABLES = ["agent_groups", "group_members", "edges", "edge_uses", "messages"] as const;

/** Groups, edges with what was used of their rates, and messages, as a snapshot holds them. */
type MessagesCopy = Readonly<Record<(typeof MESSAGE_TABLES)[number], readonly Row[]>>;

/** Everything of this module, for a snapshot. */
export function exportMessages(connection: Connection): Promise<MessagesCopy> {
	return readCopiedTables(connection, MESSAGE_TABLES);
}

/** Writes a snapshot into an empty home, after the agents. A refusal leaves a part written: the caller must undo the whole work. */
export async function importMessages(
	transaction: Transaction,
	copy: Readonly<Record<string, unknown>>,
): Promise<{ readonly ok: true } | Refusal<"invalid-snapshot">> {
	const refusal = await writeCopiedTables(transaction, MESSAGE_TABLES, copy);
	if (refusal !== null) return refusal;
	transaction.touch("edge", "*");
	transaction.touch("group", "*");
	return { ok: true };
}

const GRANT_TABLES = ["grants", "budgets"] as const;

/**
 * Grants with their remaining uses, and what was spent, as a snapshot holds them. Approvals that wait are not kept: a restart denies them.
 * Reservations are part of what was spent.
 */
type GrantsCopy = Readonly<Record<(typeof GRANT_TABLES)[number], readonly Row[]>>;

/** Everything of this module, for a snapshot. */
export function exportGrants(connection: Connection): Promise<GrantsCopy> {
	return readCopiedTables(connection, GRANT_TABLES);
}

/** Writes a snapshot into an empty home, after the agents. A refusal leaves a part written: the caller must undo the whole work. */
export async function importGrants(
	transaction: Transaction,
	copy: Readonly<Record<string, unknown>>,
): Promise<{ readonly ok: true } | Refusal<"invalid-snapshot">> {
	const refusal = await writeCopiedTables(transaction, GRANT_TABLES, copy);
	if (refusal !== null) return refusal;
	transaction.touch("grant", "*");
	return { ok: true };
}

/** Columns that a snapshot keeps of each table, in an order in which references hold. */
const COPIED = {
	agent_groups: ["name", "created_at", "created_by", "version"],
	group_members: ["group_name", "agent"],
	edges: [
		...["id", "source_agent", "source_group", "target_agent", "target_group", "effect", "expires_at", "rate_count", "rate_seconds"],
		...["granted_by", "reason", "created_at", "version"],
	],
	edge_uses: ["edge", "source", "target", "at"],
	messages: [
		...["id", "sender", "sender_agent", "addressee", "recipient", "content", "depth", "in_reply_to", "correlation_id", "sent_at"],
		...["state", "seen", "redelivered", "expects_answer", "closes"],
	],
	grants: [
		...["id", "agent", "rule", "scope", "message", "expires_at", "uses_left", "granted_by", "reason", "approval", "created_at"],
		...["ended_at", "ended_by", "version"],
	],
	profile_versions: ["name", "version", "document", "reason", "written_by", "written_at"],
	todo_lists: ["name", "version", "items"],
	budgets: ["agent", "tokens", "micro_usd", "requests", "recent"],
} as const;

/** A table whose rows a snapshot holds as they are. */
type CopiedTable = keyof typeof COPIED;

/** Every row of some tables, each in an order in which it can be written again. */
export async function readCopiedTables<Table extends CopiedTable>(
	connection: Connection,
	tables: readonly Table[],
): Promise<Readonly<Record<Table, readonly Row[]>>> {
	const copy: Partial<Record<Table, readonly Row[]>> = {};
	for (const table of tables) copy[table] = await readRows(connection, table);
	// Every table was read.
	return copy as Readonly<Record<Table, readonly Row[]>>;
}

/** Writes tables that came from outside, in this order. A refusal leaves a part written: the caller must undo the whole work. */
export async function writeCopiedTables(
	transaction: Transaction,
	tables: readonly CopiedTable[],
	copy: Readonly<Record<string, unknown>>,
): Promise<Refusal<"invalid-snapshot"> | null> {
	for (const table of tables) {
		const problem = await writeRows(transaction, table, copy[table]);
		if (problem !== null) return refused("invalid-snapshot", problem);
	}
	return null;
}

function readRows(connection: Connection, table: CopiedTable): Promise<readonly Row[]> {
	const columns: readonly string[] = COPIED[table];
	// Only messages have an order of their own; it is what keeps each pair's order.
	const order = table === "messages" ? "position" : columns.slice(0, 2).join(", ");
	return connection.all(`SELECT ${columns.join(", ")} FROM ${table} ORDER BY ${order}`);
}

/** What is wrong with the first bad row, having written those before it. */
async function writeRows(transaction: Transaction, table: CopiedTable, rows: unknown): Promise<string | null> {
	if (!Array.isArray(rows)) return `'${table}' is not a list`;
	const columns: readonly string[] = COPIED[table];
	const insert = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
	for (const [index, given] of rows.entries()) {
		const row = parseRow(columns, given);
		if (row === null) return `'${table}' has a row with other columns or values than a snapshot holds, number ${index + 1}`;
		await transaction.run(
			insert,
			columns.map((column) => row[column] ?? null),
		);
	}
	return null;
}
