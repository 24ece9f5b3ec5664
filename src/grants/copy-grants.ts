import { type Connection, type Refusal, type Row, readCopiedTables, type Transaction, writeCopiedTables } from "../store/index.ts";

const TABLES = ["grants", "budgets"] as const;

/**
 * Grants with their remaining uses, and what was spent, as a snapshot holds them. Approvals that wait are not kept: a restart denies them.
 * Reservations are part of what was spent.
 */
export type GrantsCopy = Readonly<Record<(typeof TABLES)[number], readonly Row[]>>;

/** Everything of this module, for a snapshot. */
export function exportGrants(connection: Connection): Promise<GrantsCopy> {
	return readCopiedTables(connection, TABLES);
}

/** Writes a snapshot into an empty home, after the agents. A refusal leaves a part written: the caller must undo the whole work. */
export async function importGrants(
	transaction: Transaction,
	copy: Readonly<Record<string, unknown>>,
): Promise<{ readonly ok: true } | Refusal<"invalid-snapshot">> {
	const refusal = await writeCopiedTables(transaction, TABLES, copy);
	if (refusal !== null) return refusal;
	transaction.touch("grant", "*");
	return { ok: true };
}
