/** What stands in the brackets of `Bash(…)`: words after quote removal, exact or (`:*`) as a prefix. */
export interface CommandPattern {
	readonly text: string;
	readonly words: readonly string[];
	/** `:*` was written: further words may follow. */
	readonly prefix: boolean;
}

/** Reads a command pattern; an empty list of words with `prefix` means every command. */
export function parseCommandPattern(
	text: string,
): { readonly ok: true; readonly pattern: CommandPattern } | { readonly ok: false; readonly why: string } {
	const trimmed = text.trim();
	if (trimmed === "*" || trimmed === ":*") return { ok: true, pattern: { text, words: [], prefix: true } };
	if (trimmed === "") return { ok: false, why: "the pattern is empty" };
	if (trimmed.length > 4096) return { ok: false, why: "the pattern is longer than 4,096 characters" };
	const prefix = trimmed.endsWith(":*");
	const words = splitWords(prefix ? trimmed.slice(0, -2) : trimmed);
	if (typeof words === "string") return { ok: false, why: words };
	if (words.length === 0) return { ok: false, why: "the pattern has no words" };
	if (/^[A-Za-z_]\w*\+?=/.test(words[0] ?? "")) return { ok: false, why: "a rule names a program, not an assignment" };
	return { ok: true, pattern: { text, words, prefix } };
}

const PLAIN = /^[\w@%+=:,./~^-]+$/;

/** A pattern's text from its words, quoted where a shell would need it. */
export function commandPatternText(words: readonly string[], prefix: boolean): string {
	let text = "";
	for (const word of words) text += (text === "" ? "" : " ") + (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);
	return prefix ? `${text}:*` : text;
}

/** Words after quote removal, or why the text is no plain list of words. */
function splitWords(text: string): readonly string[] | string {
	const words: string[] = [];
	let current: string | null = null;
	for (let at = 0; at < text.length; at++) {
		const character = text[at] ?? "";
		if (character === " " || character === "\t") {
			if (current !== null) words.push(current);
			current = null;
		} else if (character === "'" || character === '"') {
			const end = text.indexOf(character, at + 1);
			if (end < 0) return "a quote is not closed";
			current = (current ?? "") + text.slice(at + 1, end);
			at = end;
		} else if (character === "\\") {
			if (at + 1 >= text.length) return "a backslash stands at the end";
			current = (current ?? "") + (text[++at] ?? "");
		} else if (";|&<>()$`\n\r".includes(character)) {
			return `'${character === "\n" ? "newline" : character}' is a shell operator: a pattern is one plain command`;
		} else if (character === "*") {
			return "'*' is only understood as a final ':*' (write it in quotes to mean the character)";
		} else {
			current = (current ?? "") + character;
		}
	}
	if (current !== null) words.push(current);
	return words;
}
