import { type Connection, type Row, readCopiedRows, type Transaction, writeCopiedRows } from "../store/index.ts";
import { type Refusal, refused } from "./approval.ts";

const TABLES = ["grants", "budgets"] as const;

/**
 * Grants with their remaining uses, and what was spent, as a snapshot holds them. Approvals that wait are not kept: a restart denies them.
 * Reservations are part of what was spent.
 */
export type GrantsCopy = Readonly<Record<(typeof TABLES)[number], readonly Row[]>>;

/** Everything of this module, for a snapshot. */
export async function exportGrants(connection: Connection): Promise<GrantsCopy> {
	return { grants: await readCopiedRows(connection, "grants"), budgets: await readCopiedRows(connection, "budgets") };
}

/** Writes a snapshot into an empty home, after the agents. A refusal leaves a part written: the caller must undo the whole work. */
export async function importGrants(
	transaction: Transaction,
	copy: Readonly<Record<string, unknown>>,
): Promise<{ readonly ok: true } | Refusal<"invalid-snapshot">> {
	for (const table of TABLES) {
		const problem = await writeCopiedRows(transaction, table, copy[table]);
		if (problem !== null) return refused("invalid-snapshot", problem);
	}
	transaction.touch("grant", "*");
	return { ok: true };
}
