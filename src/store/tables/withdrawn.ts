import { type Row, textOf } from "../connection.ts";
import type { Transaction } from "../store.ts";

/** Takes back what a sender wrote to an agent and nobody has taken yet; the ids of the messages. */
export async function withdrawMessageRows(
	transaction: Transaction,
	recipient: string,
	sender: { readonly agent: string } | { readonly person: string },
): Promise<readonly string[]> {
	const [column, name] = "agent" in sender ? ["sender_agent = ?", sender.agent] : ["sender_agent IS NULL AND sender = ?", sender.person];
	const rows: readonly Row[] = await transaction.all(
		`UPDATE messages SET state = 'undeliverable' WHERE recipient = ? AND ${column} AND state = 'queued' RETURNING id`,
		[recipient, name],
	);
	return rows.map((row) => textOf(row, "id"));
}
