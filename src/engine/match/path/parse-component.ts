import { type CharacterClass, type CharacterRange, characterClass, complementClass } from "../automaton/index.ts";
import { badGlob, type PathProblem } from "./path-problem.ts";

/** A piece of one path component. INVARIANT: a class never holds `/`, so no piece leaves its component. */
export type GlobToken =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "star" }
	| { readonly kind: "class"; readonly characters: CharacterClass };

/** One component of a glob; `**` is any number of components. */
export type GlobComponent = "**" | readonly GlobToken[];

/** Reads one component without braces: `*`, `[a-z]`, `[!a]`, and plain characters. */
export function parseComponent(text: string): { readonly ok: true; readonly component: GlobComponent } | PathProblem {
	if (text === "**") return { ok: true, component: "**" };
	if (text.includes("**")) return badGlob("'**' is only understood as a whole component", "write a/**/b, or one '*' within a name");
	if (/\?/.test(text.replace(/\[[^\]]*\]/g, ""))) {
		// SECURITY: as an ordinary character it would silently deny or allow something else than the person meant.
		return badGlob("'?' is not a wildcard here", "write '*', or [?] for the character itself");
	}
	const tokens: GlobToken[] = [];
	for (let at = 0; at < text.length; ) {
		if (text[at] === "*") {
			tokens.push({ kind: "star" });
			at++;
		} else if (text[at] === "[") {
			const read = readClass(text, at);
			if (!read.ok) return read;
			addToken(tokens, read.token);
			at = read.end;
		} else {
			const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
			addToken(tokens, { kind: "text", text: character });
			at += character.length;
		}
	}
	return { ok: true, component: tokens };
}

/** The text of a component that matches nothing but itself, else `undefined`. */
export function literalComponent(component: GlobComponent): string | undefined {
	if (component === "**" || component.length !== 1) return undefined;
	const token = component[0];
	return token?.kind === "text" ? token.text : undefined;
}

function addToken(tokens: GlobToken[], token: GlobToken): void {
	const last = tokens.at(-1);
	if (last?.kind === "text" && token.kind === "text") tokens[tokens.length - 1] = { kind: "text", text: last.text + token.text };
	else tokens.push(token);
}

function readClass(text: string, from: number): { readonly ok: true; readonly token: GlobToken; readonly end: number } | PathProblem {
	const negated = text[from + 1] === "!";
	const start = from + (negated ? 2 : 1);
	if (text[start] === "]") return badGlob("'[]' holds no character", "write the characters between the brackets");
	if (text[start] === "^") return badGlob("'[^' is not understood", "write [!a] for every character but a");
	const end = text.indexOf("]", start + 1);
	if (end < 0) return badGlob("a '[' is not closed", "write [[] for the character itself");
	const inside = text.slice(start, end);
	if (/^[:.=]|\[[:.=]/.test(inside)) return badGlob("character classes by name are not understood", "write [a-z] or [0-9]");
	const points = Array.from(inside, (character) => character.codePointAt(0) ?? 0);
	const ranges: CharacterRange[] = [];
	for (let at = 0; at < points.length; at++) {
		const first = points[at] ?? 0;
		const last = points[at + 2];
		if (points[at + 1] !== DASH || last === undefined) {
			ranges.push([first, first]);
			continue;
		}
		if (last < first) return badGlob(`'${inside}' runs backwards`, "write the smaller character first");
		ranges.push([first, last]);
		at += 2;
	}
	const single = ranges.length === 1 && ranges[0]?.[0] === ranges[0]?.[1] ? ranges[0]?.[0] : undefined;
	// One character in brackets is that character: this is how a person writes a name that holds `*`, `[` or `{`.
	const token: GlobToken =
		single !== undefined && !negated
			? { kind: "text", text: String.fromCodePoint(single) }
			: { kind: "class", characters: withinComponent(characterClass(ranges), negated) };
	return { ok: true, token, end: end + 1 };
}

/** Takes `/` and NUL out, which `[+-9]` and `[!a]` would hold. */
function withinComponent(characters: CharacterClass, negated: boolean): CharacterClass {
	const excluded = negated ? characters : complementClass(characters);
	return complementClass(characterClass([...excluded, [0, 0], [SLASH, SLASH]]));
}

const DASH = 0x2d;
const SLASH = 0x2f;
