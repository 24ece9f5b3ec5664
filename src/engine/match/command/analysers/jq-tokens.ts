/** One token of a jq or yq filter. Strings are left out; what they interpolate (`"\(…)"`) is not. */
export interface JqToken {
	/** `field` is `.name`, `variable` is `$name`. */
	readonly kind: "name" | "field" | "variable" | "operator";
	readonly text: string;
}

/** The tokens of a filter, or `null` when they cannot be told apart with certainty. */
export function jqTokens(filter: string): readonly JqToken[] | null {
	const tokens: JqToken[] = [];
	/** Closing brackets that are waited for; `"` stands for the rest of a string after an interpolation. */
	const open: string[] = [];
	let at = 0;
	while (at < filter.length) {
		const character = filter[at] ?? "";
		if (character === '"') {
			at = stringEnd(filter, at + 1, tokens, open);
		} else if (character === "#") {
			at = commentEnd(filter, at);
		} else if (character === ")" && open.at(-1) === '"') {
			open.pop();
			tokens.push({ kind: "operator", text: ")" });
			at = stringEnd(filter, at + 1, tokens, open);
		} else {
			WORD.lastIndex = at;
			const word = WORD.exec(filter)?.[0];
			if (word === undefined) {
				if (!/[\s\d.,:;|?=<>!+\-*/%(){}[\]@$&~^]/.test(character)) return null;
				if (character in PARTNER) open.push(PARTNER[character] ?? "");
				if (")]}".includes(character) && open.pop() !== character) return null;
				if (!/\s/.test(character)) tokens.push({ kind: "operator", text: character });
			} else {
				tokens.push(wordToken(word));
			}
			at += word?.length ?? 1;
		}
		if (at < 0) return null;
	}
	return open.length === 0 ? tokens : null;
}

const PARTNER: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const WORD = /(?:\.|\$(?:__)?)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*/y;

function wordToken(word: string): JqToken {
	if (word.startsWith(".")) return { kind: "field", text: word.slice(1) };
	if (word.startsWith("$")) return { kind: "variable", text: word.slice(1) };
	return { kind: "name", text: word };
}

/** The place after the string, or after the `\(` that interrupts it; -1 when it has no end. */
function stringEnd(filter: string, start: number, tokens: JqToken[], open: string[]): number {
	for (let at = start; at < filter.length; at++) {
		const character = filter[at];
		if (character === '"') {
			tokens.push({ kind: "operator", text: '"' });
			return at + 1;
		}
		if (character !== "\\") continue;
		at++;
		if (filter[at] !== "(") continue;
		tokens.push({ kind: "operator", text: "(" });
		open.push('"');
		return at + 1;
	}
	return -1;
}

/** The line end; -1 after a final backslash, which only newer versions take for a continued comment. */
function commentEnd(filter: string, start: number): number {
	const newline = filter.indexOf("\n", start);
	const end = newline < 0 ? filter.length : newline;
	const last = filter[end - 1] === "\r" ? filter[end - 2] : filter[end - 1];
	return last === "\\" && newline >= 0 ? -1 : end;
}
