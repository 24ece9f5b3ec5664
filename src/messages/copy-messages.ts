import { type Connection, type Refusal, type Row, readCopiedTables, type Transaction, writeCopiedTables } from "../store/index.ts";

const TABLES = ["agent_groups", "group_members", "edges", "edge_uses", "messages"] as const;

/** Groups, edges with what was used of their rates, and messages, as a snapshot holds them. */
export type MessagesCopy = Readonly<Record<(typeof TABLES)[number], readonly Row[]>>;

/** Everything of this module, for a snapshot. */
export function exportMessages(connection: Connection): Promise<MessagesCopy> {
	return readCopiedTables(connection, TABLES);
}

/** Writes a snapshot into an empty home, after the agents. A refusal leaves a part written: the caller must undo the whole work. */
export async function importMessages(
	transaction: Transaction,
	copy: Readonly<Record<string, unknown>>,
): Promise<{ readonly ok: true } | Refusal<"invalid-snapshot">> {
	const refusal = await writeCopiedTables(transaction, TABLES, copy);
	if (refusal !== null) return refusal;
	transaction.touch("edge", "*");
	transaction.touch("group", "*");
	return { ok: true };
}
