import type { AgentId } from "../engine/index.ts";
import { randomId, WritError } from "../platform/index.ts";
import { insertKeyRow, type KeyRow, type Transaction } from "../store/index.ts";
import { type AccessKey, type KeyScope, readAccessKey } from "./access-key.ts";
import { hashKeyValue, newKeyValue, shownPrefix } from "./key-value.ts";

/** A key that shall be: exactly the subject of its scope must be named. */
export interface NewKey {
	readonly name: string;
	readonly description?: string | null;
	readonly scope: KeyScope;
	/** For `user`: an e-mail address of a known person. */
	readonly person?: string;
	/** For `agent`: one that lives. */
	readonly agent?: AgentId;
	/** For `system`. */
	readonly systemName?: string;
	readonly createdBy: string;
	readonly derivedFrom?: string | null;
	readonly expiresAt?: number | null;
	/** The prefix that Trinity's clients expect. */
	readonly compat?: boolean;
	readonly now: number;
}

/** A key with its value, which is shown this once. */
export interface MadeKey {
	readonly key: AccessKey;
	readonly value: string;
}

/** Makes a key with a fresh value. */
export function createKey(transaction: Transaction, given: NewKey): Promise<MadeKey> {
	return storeKey(transaction, given, newKeyValue(given.compat));
}

/** Keeps a key under a value that is known already (the file of the administrator's key). */
export async function storeKey(transaction: Transaction, given: NewKey, value: string): Promise<MadeKey> {
	const subjects = [given.person, given.agent, given.systemName].filter((subject) => subject !== undefined);
	const subject = { user: given.person, agent: given.agent, system: given.systemName }[given.scope];
	if (subjects.length !== 1 || subject === undefined)
		throw new WritError("bad-key", `A key of scope ${given.scope} names one subject of that scope`);
	const row: KeyRow = {
		id: randomId("key"),
		// Free text is stored as JSON, because PostgreSQL has no NUL.
		name: JSON.stringify(given.name),
		description: given.description === undefined || given.description === null ? null : JSON.stringify(given.description),
		prefix: shownPrefix(value),
		hash: hashKeyValue(value),
		scope: given.scope,
		person: given.person ?? null,
		agent: given.agent ?? null,
		system_name: given.systemName ?? null,
		derived_from: given.derivedFrom ?? null,
		created_by: given.createdBy,
		created_at: given.now,
		expires_at: given.expiresAt ?? null,
		revoked_at: null,
		replaced_by: null,
		last_used_at: null,
		usage_count: 0,
	};
	await insertKeyRow(transaction, row);
	const key = readAccessKey(row);
	transaction.touch("key", key.id);
	return { key, value };
}
