/** Whether a text can stand in a database at all. What cannot was never written, so a search for it finds nothing. */
export function isKeepable(text: string): boolean {
	return !text.includes("\0") && text.isWellFormed();
}
