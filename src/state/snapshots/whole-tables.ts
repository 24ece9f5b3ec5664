import { type Connection, type Row, type SqlValue, type Transaction, textOf } from "../../store/index.ts";
import { AGENT_COLUMNS } from "../agents/index.ts";
import { KEY_COLUMNS } from "../keys/index.ts";

/** The tables that snapshots take whole: the key by which rows are read, and every column. */
const WHOLE = {
	agents: AGENT_COLUMNS,
	sealed: ["hash", "digest", "terms", "origins"],
	sandboxes: ["agent", "mode", "session", "parent", "path", "config", "created_at"],
	shares: ["id", "agent", "email", "shared_by", "created_at"],
	people: ["email", "name", "role", "created_at"],
	access_keys: KEY_COLUMNS,
	settings: ["name", "value", "version"],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;

/** A table that a snapshot takes whole. */
type WholeTable = keyof typeof WHOLE;

const BATCH = 1_000;

/** Every row of a table, in the order of its key. */
export async function readWholeTable(connection: Connection, table: WholeTable): Promise<readonly Row[]> {
	const [key] = WHOLE[table];
	const rows: Row[] = [];
	for (let after = ""; ; after = textOf(rows.at(-1) ?? {}, key)) {
		const batch = await connection.all(`SELECT ${WHOLE[table].join(", ")} FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ?`, [
			after,
			BATCH,
		]);
		// Rows are copied: both back-ends give objects of their own kinds.
		rows.push(...batch.map((row) => ({ ...row })));
		if (batch.length < BATCH) return rows;
	}
}

/** Puts rows back; one whose key or other unique value is taken is left out. The number says how many came in. */
export async function insertWholeRows(transaction: Transaction, table: WholeTable, rows: readonly Row[]): Promise<number> {
	const columns: readonly string[] = WHOLE[table];
	const statement = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")}) ON CONFLICT DO NOTHING`;
	let inserted = 0;
	for (const row of rows)
		inserted += await transaction.run(
			statement,
			columns.map((column) => row[column] ?? null),
		);
	return inserted;
}

/** Rows of a table as they were exported, from anywhere; `null` when they are not rows. */
export function parseWholeRows(table: WholeTable, value: unknown): readonly Row[] | null {
	const columns: readonly string[] = WHOLE[table];
	if (!Array.isArray(value)) return null;
	const rows = value.map((given: unknown) => parseRow(columns, given)).filter((row) => row !== null);
	return rows.length === value.length ? rows : null;
}

/** A row of a snapshot, from anywhere; `null` when it has other columns or values than the table. */
export function parseRow(columns: readonly string[], given: unknown): Row | null {
	if (typeof given !== "object" || given === null || Object.keys(given).length !== columns.length) return null;
	const found = new Map<string, unknown>(Object.entries(given));
	const row: Record<string, SqlValue> = {};
	for (const column of columns) {
		const value = found.get(column);
		if (value !== null && typeof value !== "string" && !(typeof value === "number" && Number.isSafeInteger(value))) return null;
		row[column] = value;
	}
	return row;
}
