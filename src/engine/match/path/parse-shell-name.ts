import { type Expression, everythingBut, exactText, oneOf, repeat, sequence } from "../automaton/index.ts";

/** One component of a shell glob. */
export interface ShellName {
	/** The text, when it holds no wildcard. */
	readonly plain: string | undefined;
	readonly language: Expression;
	/** It can stand for a name that begins with a dot: the dot is written. */
	readonly findsHidden: boolean;
}

const IN_NAME = oneOf(everythingBut("/\0"));

/** Reads `*`, `?`, `[…]` as a shell does; `\` makes the next character plain. Classes are read generously. */
export function parseShellName(text: string): ShellName {
	const characters = Array.from(text);
	const parts: Expression[] = [];
	let plain = "";
	let wild = false;
	for (let at = 0; at < characters.length; at++) {
		const character = characters[at] ?? "";
		const classEnd = character === "[" ? endOfClass(characters, at) : undefined;
		if (character === "*" || character === "?") {
			parts.push(character === "*" ? repeat(IN_NAME) : IN_NAME);
			wild = true;
		} else if (classEnd !== undefined) {
			parts.push(classEnd.certain ? IN_NAME : repeat(IN_NAME));
			wild = true;
			at = classEnd.at;
		} else {
			const literal = character === "\\" ? (characters[++at] ?? "\\") : character;
			parts.push(exactText(literal));
			plain += literal;
		}
	}
	return { plain: wild ? undefined : plain, language: sequence(parts), findsHidden: !/^[*?[]/.test(text) };
}

/** Where a class ends; when that is not certain (`[[:alpha:]]`, a backslash inside) the rest of the name is anything. */
function endOfClass(characters: readonly string[], from: number): { readonly at: number; readonly certain: boolean } | undefined {
	const first = characters[from + 1] === "!" || characters[from + 1] === "^" ? from + 2 : from + 1;
	const end = characters.indexOf("]", first + 1);
	if (end < 0) return undefined;
	const unclear = characters.slice(first, end).some((character) => character === "[" || character === "\\");
	return unclear ? { at: characters.length, certain: false } : { at: end, certain: true };
}
