import type { Row } from "./connection.ts";

/** Some of a long list, and where the next part begins; `null` = this was the last. */
export interface Page<T> {
	readonly items: readonly T[];
	readonly next_cursor: string | null;
}

/** A page from rows of which one more than wanted was asked for. */
export function pageOf<T>(rows: readonly Row[], limit: number, itemOf: (row: Row) => T, cursorOf: (row: Row) => string): Page<T> {
	const shown = rows.slice(0, limit);
	const last = rows.length > limit ? shown.at(-1) : undefined;
	return { items: shown.map(itemOf), next_cursor: last === undefined ? null : cursorOf(last) };
}

/** The opaque cursor of a page that ends with a key. */
export function cursorOfKey(key: string): string {
	return Buffer.from(key, "utf8").toString("base64url");
}

/** The key after which a page starts; `""` = the beginning. What is not a cursor of ours is only a strange key. */
export function keyOfCursor(cursor: string | null | undefined): string {
	// SECURITY: PostgreSQL has no text with NUL, and a cursor comes from outside.
	return Buffer.from(cursor ?? "", "base64url")
		.toString("utf8")
		.replaceAll("\0", "");
}
