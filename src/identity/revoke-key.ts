import type { AgentId } from "../engine/index.ts";
import { findKeyRow, livingKeyIds, revokeKeyRow, type Transaction, textOf } from "../store/index.ts";

/** When, and who lives below the agent whose key it is. */
export interface Revocation {
	readonly now: number;
	/** Required for an agent's key: their keys end too. */
	readonly descendants?: readonly AgentId[];
}

/**
 * Revokes a key, and says which keys ended: itself, values that it replaced and that are still accepted, every key that was derived from one of them,
 * and, for an agent's key, the keys of all its descendants. Empty when it was revoked before or never there.
 */
export async function revokeKey(transaction: Transaction, id: string, { now, descendants = [] }: Revocation): Promise<readonly string[]> {
	const row = await findKeyRow(transaction, id);
	if (row === null || row.revoked_at !== null) return [];
	const waiting = [id];
	if (textOf(row, "scope") === "agent") {
		for (const agent of descendants) waiting.push(...(await livingKeyIds(transaction, "agent", agent)));
	}
	const revoked: string[] = [];
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		if (!(await revokeKeyRow(transaction, next, now))) continue;
		transaction.touch("key", next);
		revoked.push(next);
		waiting.push(...(await livingKeyIds(transaction, "derived_from", next)), ...(await livingKeyIds(transaction, "replaced_by", next)));
	}
	return revoked.toSorted();
}
