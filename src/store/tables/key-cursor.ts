/** The opaque cursor of a page that ends with a key. */
export function cursorOfKey(key: string): string {
	return Buffer.from(key, "utf8").toString("base64url");
}

/** The key after which a page starts; `""` = the beginning. What is no cursor of ours is only a strange key. */
export function keyOfCursor(cursor: string | null | undefined): string {
	// SECURITY: PostgreSQL has no text with NUL, and a cursor comes from outside.
	return Buffer.from(cursor ?? "", "base64url")
		.toString("utf8")
		.replaceAll("\0", "");
}
