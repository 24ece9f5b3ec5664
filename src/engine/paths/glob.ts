import { type CharacterClass, type CharacterRange, characterClass, complementClass } from "../automata/index.ts";
import { rememberTexts } from "./memory.ts";

/** What a glob text stands for. */
interface Glob {
	readonly ok: true;
	/** One list of components for each way to read the braces. */
	readonly alternatives: readonly (readonly GlobComponent[])[];
	/** No glob character has a meaning in it: as a grant it is a whole tree. */
	readonly literal: boolean;
}

/** Reads the part of an entry below its place, without a leading slash; `""` has no components. */
export const parseGlob: (text: string) => Glob | PathProblem = rememberTexts(readGlob);

function readGlob(text: string): Glob | PathProblem {
	const expanded = expandAlternatives(text);
	if (!expanded.ok) return expanded;
	const alternatives: (readonly GlobComponent[])[] = [];
	for (const plain of expanded.texts) {
		const components: GlobComponent[] = [];
		for (const part of plain === "" ? [] : plain.split("/")) {
			const parsed = parseComponent(part);
			if (!parsed.ok) return parsed;
			const name = part === "" ? "" : literalComponent(parsed.component);
			if (name === "") return badPath("a component of the path is empty", "write one slash, and none at the end");
			if (name === "." || name === "..") return badPath(`'${name}' is not understood in the middle of a path`, "write the path without it");
			if (parsed.component === "**" && components.at(-1) === "**") continue;
			components.push(parsed.component);
		}
		alternatives.push(components);
	}
	const only = alternatives.length === 1 ? alternatives[0] : undefined;
	const literal = only !== undefined && expanded.texts[0] === text && only.every((component) => literalComponent(component) !== undefined);
	return { ok: true, alternatives, literal };
}

/** Text as a glob that matches nothing but the text itself. */
export function escapeGlob(text: string): string {
	return text.replace(/[*?[{}$]/g, (character) => `[${character}]`);
}

/** A piece of one path component. INVARIANT: a class never holds `/`, so no piece leaves its component. */
export type GlobToken =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "star" }
	| { readonly kind: "class"; readonly characters: CharacterClass };

/** One component of a glob; `**` is any number of components. */
export type GlobComponent = "**" | readonly GlobToken[];

/** Reads one component without braces: `*`, `[a-z]`, `[!a]`, and plain characters. */
function parseComponent(text: string): { readonly ok: true; readonly component: GlobComponent } | PathProblem {
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

/** How many plain globs one entry may stand for, and how deep `{…}` may nest. */
const MOST_ALTERNATIVES = 256;
const DEEPEST_NESTING = 8;

/** Writes `{a,b}` out: every glob without braces that the text stands for. */
export function expandAlternatives(text: string): { readonly ok: true; readonly texts: readonly string[] } | PathProblem {
	if (!text.includes("{") && !text.includes("}")) return { ok: true, texts: [text] };
	const reader: Reader = { text, at: 0, problem: undefined };
	const parts = readParts(reader, 0);
	if (reader.problem !== undefined) return reader.problem;
	if (reader.at < text.length) return badGlob("a '}' has no '{'", "write [}] for the character itself");
	if (countTexts(parts) > MOST_ALTERNATIVES) {
		return tooLarge(`the braces stand for more than ${MOST_ALTERNATIVES} paths`, "write fewer alternatives, or a '*'");
	}
	const texts = writeOut(parts);
	// SECURITY: `{*,a}*` would grow into `**`, which reaches any depth.
	if (texts.some((expanded) => /\*\0+\*/.test(expanded))) {
		return badGlob("braces put two '*' side by side", "write the alternatives as separate entries");
	}
	return { ok: true, texts: texts.map((expanded) => expanded.replaceAll(SEAM, "")) };
}

/** Stands where a brace began or ended while texts are put together; no entry holds it. */
const SEAM = "\0";

/** Plain text, or alternatives that are sequences of parts themselves. */
type Part = string | readonly (readonly Part[])[];

interface Reader {
	readonly text: string;
	at: number;
	problem: PathProblem | undefined;
}

/** Reads up to the end, or inside braces up to the `,` or `}` that ends an alternative. */
function readParts(reader: Reader, depth: number): readonly Part[] {
	const parts: Part[] = [];
	while (reader.problem === undefined && reader.at < reader.text.length) {
		const character = reader.text[reader.at];
		if (character === "}" || (character === "," && depth > 0)) break;
		parts.push(character === "{" ? readAlternatives(reader, depth + 1) : readPlain(reader, depth));
	}
	return parts;
}

function readAlternatives(reader: Reader, depth: number): Part {
	if (depth > DEEPEST_NESTING) {
		reader.problem = tooLarge(`braces are nested more than ${DEEPEST_NESTING} deep`, "write the alternatives as separate entries");
		return "";
	}
	const alternatives: (readonly Part[])[] = [];
	do {
		reader.at++;
		alternatives.push(readParts(reader, depth));
	} while (reader.problem === undefined && reader.text[reader.at] === ",");
	if (reader.problem !== undefined) return "";
	if (reader.text[reader.at] !== "}") reader.problem = badGlob("a '{' is not closed", "write [{] for the character itself");
	else if (alternatives.length < 2) reader.problem = badGlob("braces need at least two alternatives", "leave the braces out");
	reader.at++;
	return alternatives;
}

/** Plain text up to the next brace or comma; a whole `[…]` is plain, so that braces and commas in it stay what they are. */
function readPlain(reader: Reader, depth: number): string {
	const { text, at: from } = reader;
	while (reader.at < text.length) {
		const character = text[reader.at];
		if (character === "{" || character === "}" || (character === "," && depth > 0)) break;
		if (character !== "[") {
			reader.at++;
			continue;
		}
		const end = text.indexOf("]", reader.at + (text[reader.at + 1] === "!" ? 3 : 2));
		reader.at = end < 0 ? text.length : end + 1;
	}
	return text.slice(from, reader.at);
}

function countTexts(parts: readonly Part[]): number {
	return parts.reduce((product, part) => {
		if (typeof part === "string") return product;
		return product * part.reduce((sum, alternative) => sum + countTexts(alternative), 0);
	}, 1);
}

function writeOut(parts: readonly Part[]): readonly string[] {
	return parts.reduce<readonly string[]>(
		(texts, part) => {
			const endings = typeof part === "string" ? [part] : part.flatMap(writeOut).map((text) => SEAM + text + SEAM);
			return texts.flatMap((text) => endings.map((ending) => text + ending));
		},
		[""],
	);
}

/** Why a path entry cannot be used, and what to write instead. */
export interface PathProblem {
	readonly ok: false;
	readonly code: "bad-path" | "bad-glob" | "too-large";
	readonly message: string;
	readonly hint: string;
}

/** A path entry that breaks a rule of its own syntax. */
export function badPath(message: string, hint: string): PathProblem {
	return { ok: false, code: "bad-path", message, hint };
}

/** Glob characters that do not fit together. */
function badGlob(message: string, hint: string): PathProblem {
	return { ok: false, code: "bad-glob", message, hint };
}

/** Something over a bound. */
export function tooLarge(message: string, hint: string): PathProblem {
	return { ok: false, code: "too-large", message, hint };
}
