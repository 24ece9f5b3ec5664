import {
	endDueGrantRows,
	endGrantRow,
	endGrantRowsOf,
	findGrantRow,
	type Refusal,
	type Row,
	refused,
	type Transaction,
} from "../store/index.ts";
import { type Grant, grantOf } from "./grant.ts";

export type RevokeOutcome =
	| { readonly ok: true; readonly grant: Grant }
	| Refusal<"not-found">
	| (Refusal<"already-ended"> & { readonly grant: Grant });

/** Takes a grant back. It widens nothing from here on, also in later works of the same commit. */
export async function revokeGrant(transaction: Transaction, id: string, now: number): Promise<RevokeOutcome> {
	const row = await findGrantRow(transaction, id);
	if (row === null) return refused("not-found", "There is no such grant");
	const grant = grantOf(row, now);
	const ended = grant.status === "active" ? await endGrantRow(transaction, id, "revoked", now) : null;
	if (ended === null) return { ...refused("already-ended", `The grant is ${grant.status}`), grant };
	return { ok: true, grant: told(transaction, now)(ended) };
}

/** Ends what was granted for the handling of one message, because it is answered. */
export async function endTaskGrants(transaction: Transaction, agent: string, message: string, now: number): Promise<readonly Grant[]> {
	return (await endGrantRowsOf(transaction, { agent, scope: "task", message }, now)).map(told(transaction, now));
}

/** Ends what was granted until a restart, because the agent restarts. */
export async function endSessionGrants(transaction: Transaction, agent: string, now: number): Promise<readonly Grant[]> {
	return (await endGrantRowsOf(transaction, { agent, scope: "session", message: null }, now)).map(told(transaction, now));
}

/** Marks the grants whose time is over; they widened nothing since then. */
export async function expireGrants(transaction: Transaction, now: number): Promise<readonly Grant[]> {
	return (await endDueGrantRows(transaction, now)).map(told(transaction, now));
}

function told(transaction: Transaction, now: number): (row: Row) => Grant {
	return (row) => {
		const grant = grantOf(row, now);
		transaction.touch("grant", grant.agent);
		return grant;
	};
}
