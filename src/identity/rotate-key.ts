import { findKeyRow, type Refusal, refused, replaceKeyRow, revokeKeyRow, type Transaction } from "../store/index.ts";
import { isActive, KEY_SCOPES, readAccessKey } from "./access-key.ts";
import { createKey, type MadeKey } from "./create-key.ts";

/** When, and for how long the old value is still accepted. */
export interface Rotation {
	readonly now: number;
	readonly graceSeconds?: number;
}

/** The key that takes the old one's place, with its value; or why there is none. */
export type RotateOutcome = (MadeKey & { readonly ok: true; readonly replaced: string }) | Refusal<"unknown-key" | "key-ended">;

/**
 * Gives a key a new value under a new id; the old value ends at once or after the grace. Nobody else's key ends: those derived from the old
 * one are derived from the new one now. A key that ended stays ended.
 */
export async function rotateKey(transaction: Transaction, id: string, { now, graceSeconds = 0 }: Rotation): Promise<RotateOutcome> {
	const row = await findKeyRow(transaction, id);
	if (row === null) return refused("unknown-key", `Key ${id} not found`);
	const old = readAccessKey(row);
	const scope = KEY_SCOPES.find((known) => known === old.scope);
	// A value that was replaced and is still accepted must not become a key of its own.
	if (scope === undefined || !isActive(old, now) || old.replacedBy !== null)
		return refused("key-ended", `Key ${id} has ended: make a new one`);
	const made = await createKey(transaction, {
		name: old.name,
		description: old.description,
		scope,
		...(old.person === null ? {} : { person: old.person }),
		...(old.agent === null ? {} : { agent: old.agent }),
		...(old.systemName === null ? {} : { systemName: old.systemName }),
		createdBy: old.createdBy,
		derivedFrom: old.derivedFrom,
		expiresAt: old.expiresAt,
		compat: old.prefix.startsWith("trinity_mcp_"),
		now,
	});
	const graceEnd = now + Math.max(0, graceSeconds) * 1_000;
	await replaceKeyRow(transaction, id, made.key.id, Math.min(graceEnd, old.expiresAt ?? graceEnd));
	if (graceEnd <= now) await revokeKeyRow(transaction, id, now);
	transaction.touch("key", id);
	return { ok: true, ...made, replaced: id };
}
