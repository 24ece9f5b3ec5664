/** Free text as it is stored: JSON, because PostgreSQL keeps no NUL and UTF-8 no half characters. */
export function storedText(text: string | null): string | null {
	return text === null ? null : JSON.stringify(text);
}

/** Stored text as it was written. */
export function plainText(stored: string | null): string | null {
	return stored === null ? null : String(JSON.parse(stored));
}
