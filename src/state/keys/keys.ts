import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { type AgentId, parseAgentId } from "../../engine/index.ts";
import { randomId, WritError } from "../../platform/index.ts";
import {
	type Connection,
	cursorOfKey,
	keyOfCursor,
	numberOf,
	numberOrNull,
	type Page,
	pageOf,
	type Refusal,
	type Row,
	refused,
	type Transaction,
	textOf,
	textOrNull,
} from "../../store/index.ts";
import { addKeyUses, findKeyRow, insertKeyRow, type KeyRow, livingKeyIds, pageOfKeyRows, replaceKeyRow, revokeKeyRow } from "./key-rows.ts";

/** Whom a key can stand for. */
const KEY_SCOPES = ["user", "agent", "system"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** One key without its value, which nobody has but its holder. */
export interface AccessKey {
	readonly id: string;
	readonly name: string;
	readonly description: string | null;
	/** How the value begins, to tell keys apart. */
	readonly prefix: string;
	/** As stored; one that is not known authenticates nobody. */
	readonly scope: string;
	readonly person: string | null;
	readonly agent: AgentId | null;
	readonly systemName: string | null;
	/** The key that made this one possible: it ends with that one. */
	readonly derivedFrom: string | null;
	readonly createdBy: string;
	readonly createdAt: number;
	readonly expiresAt: number | null;
	readonly revokedAt: number | null;
	/** The key that took its place when it was rotated. */
	readonly replacedBy: string | null;
	readonly lastUsedAt: number | null;
	readonly usageCount: number;
}

/** A row as a key; the hash stays in the store. */
export function readAccessKey(row: Row): AccessKey {
	const agent = parseAgentId(row.agent);
	const description = textOrNull(row, "description");
	return {
		id: textOf(row, "id"),
		name: String(JSON.parse(textOf(row, "name"))),
		description: description === null ? null : String(JSON.parse(description)),
		prefix: textOf(row, "prefix"),
		scope: textOf(row, "scope"),
		person: textOrNull(row, "person"),
		agent: agent.ok ? agent.id : null,
		systemName: textOrNull(row, "system_name"),
		derivedFrom: textOrNull(row, "derived_from"),
		createdBy: textOf(row, "created_by"),
		createdAt: numberOf(row, "created_at"),
		expiresAt: numberOrNull(row, "expires_at"),
		revokedAt: numberOrNull(row, "revoked_at"),
		replacedBy: textOrNull(row, "replaced_by"),
		lastUsedAt: numberOrNull(row, "last_used_at"),
		usageCount: numberOf(row, "usage_count"),
	};
}

/** Whether a key opens anything at this moment. */
export function isActive({ revokedAt, expiresAt }: Pick<AccessKey, "revokedAt" | "expiresAt">, now: number): boolean {
	return revokedAt === null && (expiresAt === null || now < expiresAt);
}

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

const NATIVE = "writ_";
const COMPATIBLE = "trinity_mcp_";
const VALUE = /^(?:writ_|trinity_mcp_)[A-Za-z0-9_-]{43}$/;
/** How much of the random part is kept to tell keys apart: 24 of 256 bits. */
const SHOWN = 4;

/** A new value: a prefix that scanners for leaked secrets can know, and 32 random bytes. */
export function newKeyValue(compat = false): string {
	return `${compat ? COMPATIBLE : NATIVE}${randomBytes(32).toString("base64url")}`;
}

/** Whether a text could be the value of a key at all; anything else is not even hashed. */
export function isKeyValue(text: unknown): text is string {
	return typeof text === "string" && VALUE.test(text);
}

/** What the store keeps of a value. The value has 256 random bits, so a plain hash cannot be turned around. */
export function hashKeyValue(value: string): string {
	return hash("sha256", value);
}

/** The beginning of a value, as lists show it. */
function shownPrefix(value: string): string {
	const prefix = value.startsWith(COMPATIBLE) ? COMPATIBLE : NATIVE;
	return value.slice(0, prefix.length + SHOWN);
}

/** SECURITY: takes equally long for any two hashes, so that the time of an answer tells nothing about a stored one. */
export function sameHash(one: string, other: string): boolean {
	const [left, right] = [Buffer.from(one), Buffer.from(other)];
	return left.length === right.length && timingSafeEqual(left, right);
}

/** Which keys, and which page of them. */
interface KeyQuery {
	readonly scope?: KeyScope;
	readonly person?: string;
	readonly agent?: string;
	readonly limit: number;
	readonly cursor?: string | null;
}

/** The key of an id, revoked ones too. */
export async function findKey(connection: Connection, id: string): Promise<AccessKey | null> {
	const row = await findKeyRow(connection, id);
	return row === null ? null : readAccessKey(row);
}

/** One page of keys in the order of their ids. */
export async function listKeys(connection: Connection, { limit, cursor, ...filter }: KeyQuery): Promise<Page<AccessKey>> {
	const rows = await pageOfKeyRows(connection, filter, keyOfCursor(cursor), limit + 1);
	return pageOf(rows, limit, readAccessKey, (row) => cursorOfKey(textOf(row, "id")));
}

/** Adds to how often a key was used; no other node needs to hear of it. */
export function noteKeyUses(transaction: Transaction, id: string, uses: number, lastAt: number): Promise<void> {
	return addKeyUses(transaction, id, uses, lastAt);
}

/** When, and for how long the old value is still accepted. */
interface Rotation {
	readonly now: number;
	readonly graceSeconds?: number;
}

/** The key that takes the old one's place, with its value; or why there is none. */
type RotateOutcome = (MadeKey & { readonly ok: true; readonly replaced: string }) | Refusal<"unknown-key" | "key-ended">;

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

/** Whose keys are replaced, and by whom. */
type KeysOfAgent = Required<Pick<NewKey, "agent">> & Pick<NewKey, "createdBy" | "derivedFrom" | "now">;

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

/** When, and who lives below the agent whose key it is. */
interface Revocation {
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
