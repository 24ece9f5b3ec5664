import { WritError } from "../platform/index.ts";
import type { SqlValue } from "./connection.ts";

/**
 * Refuses values that the back-ends would keep differently or not at all, before the database sees them.
 * SECURITY: a NUL in a name would abort the whole commit on PostgreSQL, and half a surrogate pair would come back as another
 * name on both ("a work with a value that cannot be kept fails alone").
 */
export function checkValues(values: readonly SqlValue[]): void {
	for (const value of values) {
		if (typeof value === "string" && (value.includes("\0") || !value.isWellFormed())) {
			throw new WritError(
				"value-not-storable",
				"A text holds a NUL character or half a character: it is stored JSON-encoded or not at all",
			);
		}
		if (typeof value === "number" && (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))) {
			throw new WritError("value-not-storable", `The number ${value} cannot be kept exactly`);
		}
	}
}

/** Whether a text can stand in a database at all. What cannot was never written, so a search for it finds nothing. */
export function isKeepable(text: string): boolean {
	return !text.includes("\0") && text.isWellFormed();
}

/** Free text as it is stored: JSON, because PostgreSQL keeps no NUL and UTF-8 no half characters. */
export function storedText(text: string | null): string | null {
	return text === null ? null : JSON.stringify(text);
}

/** Stored text as it was written. */
export function plainText(stored: string | null): string | null {
	return stored === null ? null : String(JSON.parse(stored));
}
