/**
 * Whether an id fits a pattern: `*` is any text, `?` any one character, everything else itself, in its own case.
 * SECURITY: at most length × length steps, whatever the pattern; a regular expression made from it could take for ever.
 */
export function matchesIdPattern(pattern: string, id: string): boolean {
	let at = 0;
	let here = 0;
	let star = -1;
	let resume = 0;
	while (at < id.length) {
		const wanted = pattern[here];
		if (wanted === "*") {
			star = here++;
			resume = at;
		} else if (wanted === "?" || wanted === id[at]) {
			here++;
			at++;
		} else if (star >= 0) {
			// The last star takes one character more.
			here = star + 1;
			at = ++resume;
		} else return false;
	}
	while (pattern[here] === "*") here++;
	return here === pattern.length;
}

/** What every id that fits begins with. */
export function prefixOfIdPattern(pattern: string): string {
	return /^[A-Za-z0-9._-]*/.exec(pattern)?.[0] ?? "";
}
