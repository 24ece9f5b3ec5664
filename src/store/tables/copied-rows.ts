import type { Connection, Row, SqlValue } from "../connection.ts";
import type { Transaction } from "../store.ts";

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
	budgets: ["agent", "tokens", "micro_usd", "requests", "recent"],
} as const;

/** A table whose rows a snapshot holds as they are. */
export type CopiedTable = keyof typeof COPIED;

/** Every row of a table, in an order in which it can be written again. */
export function readCopiedRows(connection: Connection, table: CopiedTable): Promise<readonly Row[]> {
	const columns: readonly string[] = COPIED[table];
	// Only messages have an order of their own; it is what keeps each pair's order.
	const order = table === "messages" ? "position" : columns.slice(0, 2).join(", ");
	return connection.all(`SELECT ${columns.join(", ")} FROM ${table} ORDER BY ${order}`);
}

/** Writes rows that came from outside; answers what is wrong with the first bad one, having written those before it. */
export async function writeCopiedRows(transaction: Transaction, table: CopiedTable, rows: unknown): Promise<string | null> {
	if (!Array.isArray(rows)) return `'${table}' is no list`;
	const columns: readonly string[] = COPIED[table];
	const insert = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
	for (const [index, row] of rows.entries()) {
		const values = valuesOf(row, columns);
		if (values === null) return `'${table}' has a row with other columns or values than a snapshot holds, number ${index + 1}`;
		await transaction.run(insert, values);
	}
	return null;
}

function valuesOf(row: unknown, columns: readonly string[]): readonly SqlValue[] | null {
	if (typeof row !== "object" || row === null || Object.keys(row).length !== columns.length) return null;
	const found = new Map<string, unknown>(Object.entries(row));
	const values: SqlValue[] = [];
	for (const column of columns) {
		const value = found.get(column);
		if (value !== null && typeof value !== "string" && !(typeof value === "number" && Number.isSafeInteger(value))) return null;
		values.push(value);
	}
	return values;
}
