/** Whether an event fits any of the patterns. */
export function compilePatterns(texts: readonly string[]): (event: string) => boolean {
	const patterns = texts.map((text) => text.split("*"));
	return (event) => patterns.some((parts) => fitsParts(event, parts));
}

/** SECURITY: each part is looked for once, so no pattern costs more than its length. */
function fitsParts(event: string, parts: readonly string[]): boolean {
	const [first = "", ...rest] = parts;
	const last = rest.pop();
	if (last === undefined) return event === first;
	if (event.length < first.length + last.length || !event.startsWith(first) || !event.endsWith(last)) return false;
	const end = event.length - last.length;
	let at = first.length;
	for (const part of rest) {
		const found = event.indexOf(part, at);
		if (found < 0 || found + part.length > end) return false;
		at = found + part.length;
	}
	return true;
}
