import { type Connection, type Row, readCopiedRows, type Transaction, writeCopiedRows } from "../store/index.ts";
import { type Refusal, refused } from "./edge.ts";

const TABLES = ["agent_groups", "group_members", "edges", "edge_uses", "messages"] as const;

/** Groups, edges with what was used of their rates, and messages, as a snapshot holds them. */
export type MessagesCopy = Readonly<Record<(typeof TABLES)[number], readonly Row[]>>;

/** Everything of this module, for a snapshot. */
export async function exportMessages(connection: Connection): Promise<MessagesCopy> {
	return {
		agent_groups: await readCopiedRows(connection, "agent_groups"),
		group_members: await readCopiedRows(connection, "group_members"),
		edges: await readCopiedRows(connection, "edges"),
		edge_uses: await readCopiedRows(connection, "edge_uses"),
		messages: await readCopiedRows(connection, "messages"),
	};
}

/** Writes a snapshot into an empty home, after the agents. A refusal leaves a part written: the caller must undo the whole work. */
export async function importMessages(
	transaction: Transaction,
	copy: Readonly<Record<string, unknown>>,
): Promise<{ readonly ok: true } | Refusal<"invalid-snapshot">> {
	for (const table of TABLES) {
		const problem = await writeCopiedRows(transaction, table, copy[table]);
		if (problem !== null) return refused("invalid-snapshot", problem);
	}
	transaction.touch("edge", "*");
	transaction.touch("group", "*");
	return { ok: true };
}
