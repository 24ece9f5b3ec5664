import { livingKeyIds, replaceKeyRow, revokeKeyRow, type Transaction } from "../store/index.ts";
import { createKey, type MadeKey, type NewKey } from "./create-key.ts";

/** Whose keys are replaced, and by whom. */
export type KeysOfAgent = Required<Pick<NewKey, "agent">> & Pick<NewKey, "createdBy" | "derivedFrom" | "now">;

/**
 * One new key in the place of every value that was ever given out for an agent. As with a rotation nobody else's key ends: those that were
 * derived from the old ones are derived from the new one now.
 */
export async function replaceKeys(transaction: Transaction, { agent, now, ...by }: KeysOfAgent): Promise<MadeKey> {
	const old = await livingKeyIds(transaction, "agent", agent);
	const made = await createKey(transaction, { name: `agent ${agent}`, scope: "agent", agent, now, ...by });
	for (const id of old) {
		await replaceKeyRow(transaction, id, made.key.id, now);
		await revokeKeyRow(transaction, id, now);
		transaction.touch("key", id);
	}
	return made;
}
