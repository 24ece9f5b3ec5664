import type { Transaction } from "./store.ts";

/** Says that a node is there. */
export async function saveNodeSeen(transaction: Transaction, name: string, now: number): Promise<void> {
	await transaction.run("INSERT INTO nodes (name, seen_at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at", [
		name,
		now,
	]);
}

/** Says that a node has gone. */
export async function deleteNode(transaction: Transaction, name: string): Promise<void> {
	await transaction.run("DELETE FROM nodes WHERE name = ?", [name]);
}
