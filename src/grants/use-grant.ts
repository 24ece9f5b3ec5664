import { findGrantRow, type Refusal, refused, type Transaction, takeGrantUse } from "../store/index.ts";
import { type Grant, grantOf } from "./grant.ts";

export type UseGrantOutcome = { readonly ok: true; readonly grant: Grant } | Refusal<"grant-expired" | "grant-revoked">;

/**
 * Uses a grant for one request, in the transaction that decides it. A refusal means: decide again without this grant.
 * A counter, so it may run in `record`: it touches nothing, and whoever still remembers a grant that is used up is refused here.
 */
export async function useGrant(transaction: Transaction, id: string, now: number): Promise<UseGrantOutcome> {
	const row = await findGrantRow(transaction, id);
	if (row === null) return refused("grant-expired", "There is no such grant");
	const grant = grantOf(row, now);
	// Only what is counted needs to be written.
	const used = grant.status !== "active" ? null : grant.uses_left === null ? row : await takeGrantUse(transaction, id, now);
	if (used !== null) return { ok: true, grant: grantOf(used, now) };
	return grant.status === "revoked"
		? refused("grant-revoked", "A person took the grant back")
		: refused("grant-expired", "The grant's time or uses are over");
}
