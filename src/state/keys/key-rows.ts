import { type Connection, firstRow, type Row, type SqlValue, type Transaction, textOf } from "../../store/index.ts";

/** Every column of a key, in order. */
export const KEY_COLUMNS = [
	"id",
	"name",
	"description",
	"prefix",
	"hash",
	"scope",
	"person",
	"agent",
	"system_name",
	"derived_from",
	"created_by",
	"created_at",
	"expires_at",
	"revoked_at",
	"replaced_by",
	"last_used_at",
	"usage_count",
] as const;

/** One key as it is stored. */
export type KeyRow = Readonly<Record<(typeof KEY_COLUMNS)[number], SqlValue>>;

export async function insertKeyRow(transaction: Transaction, row: KeyRow): Promise<void> {
	await transaction.run(
		`INSERT INTO access_keys (${KEY_COLUMNS.join(", ")}) VALUES (${KEY_COLUMNS.map(() => "?").join(", ")})`,
		KEY_COLUMNS.map((column) => row[column]),
	);
}

export function findKeyRow(connection: Connection, id: string): Promise<Row | null> {
	return firstRow(connection, "SELECT * FROM access_keys WHERE id = ?", [id]);
}

/** The key of a hash, with the role of its person and the uid of its agent where they are known. */
export function findKeyRowByHash(connection: Connection, hash: string): Promise<Row | null> {
	return firstRow(
		connection,
		`SELECT access_keys.*, people.role AS person_role, agents.uid AS agent_uid FROM access_keys
			LEFT JOIN people ON people.email = access_keys.person LEFT JOIN agents ON agents.id = access_keys.agent WHERE access_keys.hash = ?`,
		[hash],
	);
}

/** Which keys are wanted; what is absent does not matter. */
export interface KeyRowFilter {
	readonly scope?: string;
	readonly person?: string;
	readonly agent?: string;
}

/** The next keys after an id, in the order of ids. */
export function pageOfKeyRows(connection: Connection, filter: KeyRowFilter, after: string, limit: number): Promise<readonly Row[]> {
	const wanted = (["scope", "person", "agent"] as const).filter((column) => filter[column] !== undefined);
	const conditions = ["id > ?", ...wanted.map((column) => `${column} = ?`)].join(" AND ");
	const values = wanted.map((column) => filter[column] ?? null);
	return connection.all(`SELECT * FROM access_keys WHERE ${conditions} ORDER BY id LIMIT ?`, [after, ...values, limit]);
}

/** The ids of keys that are not revoked and depend on this one in the given way. */
export async function livingKeyIds(
	connection: Connection,
	column: "agent" | "derived_from" | "replaced_by",
	value: string,
): Promise<readonly string[]> {
	const rows = await connection.all(`SELECT id FROM access_keys WHERE ${column} = ? AND revoked_at IS NULL ORDER BY id`, [value]);
	return rows.map((row) => textOf(row, "id"));
}

/** Whether the key was not revoked before. */
export async function revokeKeyRow(transaction: Transaction, id: string, now: number): Promise<boolean> {
	return (await transaction.run("UPDATE access_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", [now, id])) > 0;
}

/** The old value ends at a moment; keys that were derived from it are now derived from the new one. */
export async function replaceKeyRow(transaction: Transaction, id: string, by: string, expiresAt: number): Promise<void> {
	await transaction.run("UPDATE access_keys SET replaced_by = ?, expires_at = ? WHERE id = ?", [by, expiresAt, id]);
	await transaction.run("UPDATE access_keys SET derived_from = ? WHERE derived_from = ?", [by, id]);
}

/** Another node may have counted a later use already. */
export async function addKeyUses(transaction: Transaction, id: string, uses: number, lastAt: number): Promise<void> {
	await transaction.run(
		"UPDATE access_keys SET usage_count = usage_count + ?, last_used_at = CASE WHEN last_used_at > ? THEN last_used_at ELSE ? END WHERE id = ?",
		[uses, lastAt, lastAt, id],
	);
}
