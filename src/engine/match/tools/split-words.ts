/**
 * Splits text into words as Python's shlex does, which is no shell: operators, `#`, `$` and `~` are ordinary
 * characters. `undefined` when a quote stays open.
 *
 * SECURITY: judged as shell text, `log # --output=x` would hide an option that the tool passes on.
 */
export function splitWords(text: string): readonly string[] | undefined {
	const words: string[] = [];
	let word: string | undefined;
	for (let at = 0; at < text.length; at++) {
		const character = text.charAt(at);
		if (/[ \t\r\n]/.test(character)) {
			if (word !== undefined) words.push(word);
			word = undefined;
			continue;
		}
		word ??= "";
		if (character === "\\") {
			at++;
			if (at >= text.length) return undefined;
			word += text.charAt(at);
		} else if (character === "'") {
			const end = text.indexOf("'", at + 1);
			if (end < 0) return undefined;
			word += text.slice(at + 1, end);
			at = end;
		} else if (character === '"') {
			const quoted = doubleQuoted(text, at + 1);
			if (quoted === undefined) return undefined;
			word += quoted.text;
			at = quoted.end;
		} else {
			word += character;
		}
	}
	if (word !== undefined) words.push(word);
	return words;
}

function doubleQuoted(text: string, start: number): { readonly text: string; readonly end: number } | undefined {
	let inner = "";
	for (let at = start; at < text.length; at++) {
		const character = text.charAt(at);
		if (character === '"') return { text: inner, end: at };
		const next = text.charAt(at + 1);
		if (character === "\\" && (next === '"' || next === "\\")) {
			inner += next;
			at++;
		} else {
			inner += character;
		}
	}
	return undefined;
}
