import type { Row, SqlValue } from "../connection.ts";

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
