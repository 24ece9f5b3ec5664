/** A shorter text for which `holds` is still true: tokens are left out, many at once first, until none can be or `tries` are used up. */
export async function shrink(text: string, holds: (text: string) => Promise<boolean>, tries = 120): Promise<string> {
	let tokens = tokensOf(text);
	let left = tries;
	for (let size = Math.ceil(tokens.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
		for (let at = 0; at < tokens.length && left > 0; ) {
			const shorter = tokens.toSpliced(at, size);
			left--;
			if (shorter.length < tokens.length && shorter.length > 0 && (await holds(shorter.join("")))) tokens = shorter;
			else at += size;
		}
	}
	return tokens.join("").trim();
}

/** Blanks, operators, quotes and the runs between them. */
export function tokensOf(text: string): string[] {
	return text.match(/\s+|\$\(\(|\$\(|\$\{|&&|\|\||[;&|<>(){}[\]"'`$]|[^\s;&|<>(){}[\]"'`$]+/g) ?? [];
}
