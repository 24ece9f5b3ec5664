import type { DoubleQuotedChild, Word, WordPart } from "unbash";
import { deny } from "../commands/index.ts";
import { expandBraces } from "./expand-braces.ts";
import { aside, inside, outside, type Place, subshell, substituted, type Walk } from "./walk.ts";

/** A piece of a word: known text, a pattern, alternatives, or something only known at run time. */
export type Piece =
	| { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
	| { readonly kind: "pattern"; readonly text: string }
	| { readonly kind: "choices"; readonly words: readonly string[] }
	| { readonly kind: "dynamic"; readonly quoted: boolean; readonly digits: boolean; readonly name?: string }
	| { readonly kind: "pipe" };

/** What the word is for: an argument may become several words, a value or a pattern never. */
type WordUse = "argument" | "value" | "pattern";

/** The pieces of a word, or `null` when a part of it is outside the language; commands inside are judged on the way. */
export function readWord(walk: Walk, word: Word, place: Place, use: WordUse): readonly Piece[] | null {
	const parts: readonly WordPart[] = word.parts ?? [{ type: "Literal", text: word.text, value: word.value, pos: word.pos, end: word.end }];
	const pieces: Piece[] = [];
	for (const [at, part] of parts.entries()) {
		const read = readPart(walk, part, place, use, word.text, at === parts.length - 1);
		if (read === null) return null;
		pieces.push(...read);
		// SECURITY: every piece is multiplied by the alternatives beside it (bench/fuzz.ts).
		if (pieces.length > MOST_PIECES) return refuse(walk, "glob", word.text);
	}
	if (!tildesAreClear(walk, word, use) || !bracesAreClear(walk, word, pieces)) return null;
	return pieces;
}

const MOST_PIECES = 100;

function readPart(walk: Walk, part: WordPart, place: Place, use: WordUse, source: string, last: boolean): readonly Piece[] | null {
	switch (part.type) {
		case "Literal":
			return readLiteral(walk, part.text, source, last);
		case "SingleQuoted":
			return inside(walk, "single-quotes", part.text) ? [quoted(part.text.slice(1, -1))] : null;
		case "AnsiCQuoted":
			if (!inside(walk, "ansi-c-quotes", part.text)) return null;
			if (!/^\$'(?:[^'\\]|\\[nt\\'"])*'$/.test(part.text)) return refuse(walk, "escape", part.text);
			return [quoted(part.text.slice(2, -1).replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter))];
		case "DoubleQuoted":
			return inside(walk, "double-quotes", part.text) ? readQuoted(walk, part.parts, place) : null;
		case "Glob":
			return readPattern(walk, part.text, use);
		case "BraceExpansion": {
			if (use !== "argument") return refuse(walk, "braces", source);
			const words = expandBraces(part.text);
			if (words === null) return refuse(walk, "braces", source);
			return inside(walk, part.text.includes(",") ? "brace-list" : "brace-range", source) ? [{ kind: "choices", words }] : null;
		}
		case "ProcessSubstitution":
			if (use !== "argument" || part.operator !== "<" || part.text !== source) return refuse(walk, "substitution", source);
			if (!inside(walk, "process-substitution", source)) return null;
			if (part.script === undefined || part.script.commands.length === 0) return refuse(walk, "substitution", source);
			walk.script(walk, part.script, aside(place, substituted(place, part.script)));
			return [{ kind: "pipe" }];
		case "ExtendedGlob":
			return refuse(walk, "extended-glob", source);
		case "LocaleString":
			return refuse(walk, "translation", source);
		default:
			return readExpansion(walk, part, place, use !== "argument");
	}
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t" };

const quoted = (text: string): Piece => ({ kind: "text", text, quoted: true });

function refuse(walk: Walk, construct: Parameters<typeof outside>[1], segment: string): null {
	outside(walk, construct, segment);
	return null;
}

/** Plain characters outside quotes; a backslash quotes the next one. */
function readLiteral(walk: Walk, text: string, source: string, last: boolean): readonly Piece[] | null {
	const pieces: Piece[] = [];
	let plain = "";
	const flush = (): void => {
		if (plain !== "") pieces.push({ kind: "text", text: plain, quoted: false });
		plain = "";
	};
	for (let at = 0; at < text.length; at++) {
		const character = text[at] ?? "";
		if (isSwallowed(text, at, UNQUOTED)) return refuse(walk, "blank", source);
		if (character === "\\") {
			if (!inside(walk, "backslash", source)) return null;
			const next = text[++at];
			if (next === undefined) {
				walk.findings.push(deny("command-unparsable", source, "The command ends in the middle of an escape"));
				return null;
			}
			if (next === "\n") continue;
			flush();
			pieces.push(quoted(next));
		} else if (isBlank(character)) return refuse(walk, "blank", source);
		else if (character === "`") return refuse(walk, "backquotes", source);
		else if (character === "$" && !(isLoneDollar(text[at + 1]) && (at + 1 < text.length || last))) return refuse(walk, "expansion", source);
		// A bracket without its partner, or braces that are not alternatives: not every shell takes them as they stand.
		else if (character === "[" && source !== "[" && source !== "[[") return refuse(walk, "glob", source);
		else plain += character;
	}
	flush();
	if (/[^\\]/.test(text)) inside(walk, "literal", source);
	return pieces;
}

/** Characters that mean something to a shell outside quotes, and that some locales take for half of a letter. */
const UNQUOTED = "\\|{}[]^~";

/** A dollar sign that begins no expansion. */
function isLoneDollar(next: string | undefined): boolean {
	return next === undefined || /[^\w({@*#?!$'"`-]/.test(next);
}

/** What stands between double quotes, or in the body of a here-document. */
export function readQuoted(walk: Walk, parts: readonly (DoubleQuotedChild | WordPart)[], place: Place): readonly Piece[] | null {
	if (parts.length === 0) return [quoted("")];
	const pieces: Piece[] = [];
	for (const part of parts) {
		if (part.type !== "Literal") {
			const read = readExpansion(walk, part, place, true);
			if (read === null) return null;
			pieces.push(...read);
			continue;
		}
		const { text } = part;
		let plain = "";
		for (let at = 0; at < text.length; at++) {
			const character = text[at] ?? "";
			if (isSwallowed(text, at, "\\`")) return refuse(walk, "blank", text);
			if (character === "\\" && /[$`"\\\n]/.test(text[at + 1] ?? "")) {
				const next = text[++at] ?? "";
				plain += next === "\n" ? "" : next;
			} else if (character === "`") return refuse(walk, "backquotes", text);
			else if (character === "$" && /[\w({@*#?!$`-]/.test(text[at + 1] ?? "")) return refuse(walk, "expansion", text);
			else plain += character;
		}
		pieces.push(quoted(plain));
	}
	return pieces;
}

function readPattern(walk: Walk, text: string, use: WordUse): readonly Piece[] | null {
	if (use === "value") return refuse(walk, "glob", text);
	if (text.startsWith("[") && !/^\[!?[\w.,-]+\]$/.test(text)) return refuse(walk, "glob", text);
	return inside(walk, "glob", text) ? [{ kind: "pattern", text }] : null;
}

const NAME = "[A-Za-z_][A-Za-z0-9_]*";
const SIMPLE = new RegExp(`^\\$(${NAME})$`);
const BRACED = new RegExp(`^\\$\\{(${NAME})\\}$`);
const LENGTH = new RegExp(`^\\$\\{#${NAME}\\}$`);
const OPERATOR = new RegExp(`^\\$\\{${NAME}(?:(?::?[-+]|##?|%%?)[A-Za-z0-9_./:@%+,=*? -]*|\\^\\^?|,,?)\\}$`);
const ARITHMETIC = /^\$?\(\(([\d +\-*/%<>=!&|^~?:()\t]*)\)\)$/;

/** `$NAME`, `${…}`, `$(…)`, `$((…))`. */
function readExpansion(walk: Walk, part: WordPart | DoubleQuotedChild, place: Place, quoted: boolean): readonly Piece[] | null {
	const { text } = part;
	switch (part.type) {
		case "SimpleExpansion":
		case "ParameterExpansion": {
			const name = SIMPLE.exec(text)?.[1] ?? BRACED.exec(text)?.[1];
			if (name !== undefined) return readName(walk, name, text, place, quoted);
			if (text === "$?" || text === "$$" || text === "$#") return inside(walk, "digits", text) ? [DIGITS] : null;
			if ((text === "$!" || text === "${PIPESTATUS[0]}") && quoted) return inside(walk, "last-job", text) ? [DIGITS] : null;
			if (LENGTH.test(text)) return inside(walk, "dynamic-length", text) ? [DIGITS] : null;
			if (OPERATOR.test(text)) return inside(walk, "dynamic-operator", text) ? dynamic(walk, text, quoted) : null;
			return refuse(walk, /^\$\{?[@*0-9]/.test(text) ? "position" : /\[/.test(text) ? "array" : "expansion", text);
		}
		case "CommandExpansion":
			if (text.startsWith("`")) return refuse(walk, "backquotes", text);
			if (part.script === undefined) return refuse(walk, "substitution", text);
			if (!inside(walk, "dynamic-output", text)) return null;
			walk.script(walk, part.script, subshell(place, substituted(place, part.script)));
			return dynamic(walk, text, quoted);
		case "ArithmeticExpansion":
			if (!isArithmetic(text)) return refuse(walk, "arithmetic", text);
			return inside(walk, "arithmetic", text) ? [DIGITS] : null;
		default:
			return refuse(walk, "expansion", text);
	}
}

const DIGITS: Piece = { kind: "dynamic", quoted: true, digits: true };

function dynamic(walk: Walk, text: string, quoted: boolean, name?: string): readonly Piece[] {
	if (!quoted) inside(walk, "open", text);
	return [{ kind: "dynamic", quoted, digits: false, ...(name === undefined ? {} : { name }) }];
}

function readName(walk: Walk, name: string, text: string, place: Place, quoted: boolean): readonly Piece[] | null {
	const value = place.known.get(name);
	if (value !== undefined && (quoted || /^[A-Za-z0-9_./:@%+,-]+$/.test(value)))
		return inside(walk, "known-name", text) ? [{ kind: "text", text: value, quoted: true }] : null;
	return inside(walk, "dynamic-name", text) ? dynamic(walk, text, quoted, name) : null;
}

/** Decimal numbers and operators; the two parentheses at either end belong together. */
export function isArithmetic(text: string): boolean {
	const body = ARITHMETIC.exec(text)?.[1];
	if (body === undefined || !/\d/.test(body) || /(?<!\d)0\d/.test(body)) return false;
	let depth = 0;
	for (const character of body) {
		if (character === "(") depth++;
		else if (character === ")" && --depth < 0) return false;
	}
	return depth === 0;
}

/**
 * A tilde is understood at the very start of a word, before the end or a slash. SECURITY: shells expand it behind `=`
 * and `:` too where the word looks like an assignment, and `~name`, `~+`, `~1` are other directories.
 */
function tildesAreClear(walk: Walk, word: Word, use: WordUse): boolean {
	const { text } = word;
	if (!text.includes("~")) return true;
	const bare = withoutQuotes(text);
	const leads = bare.startsWith("~");
	if (leads && (use === "value" || !/^~(?:\/|$)/.test(bare))) return refuse(walk, "tilde", text) !== null;
	if (/^[A-Za-z_]\w*(?:\[.*\])?\+?=/.test(bare) && /[=:]~/.test(bare)) return refuse(walk, "tilde", text) !== null;
	if (use === "value" && /(?:^|:)~/.test(bare)) return refuse(walk, "tilde", text) !== null;
	return leads && use === "argument" ? inside(walk, "tilde", text) : true;
}

/** The word with everything quoted replaced by a letter that means nothing. */
function withoutQuotes(text: string): string {
	return text.replace(/\\[\s\S]|'[^']*'|\$?"(?:[^"\\]|\\[\s\S])*"/g, "\uFFFF");
}

/** Braces that are not alternatives stand for themselves only as `{}` or around one plain name (`stash@{0}`). */
function bracesAreClear(walk: Walk, word: Word, pieces: readonly Piece[]): boolean {
	const unquoted = pieces
		.filter((piece) => piece.kind === "text" && !piece.quoted)
		.map((piece) => (piece.kind === "text" ? piece.text : ""));
	const lone = unquoted.join("\uFFFF");
	if (/[{}]/.test(lone) && word.text !== "{}" && word.text !== "{" && word.text !== "}") {
		if (walk.shell === "sh" || /[{}]/.test(lone.replace(/\{[A-Za-z0-9_-]+\}/g, ""))) return refuse(walk, "braces", word.text) !== null;
	}
	const braced = pieces.some(({ kind }) => kind === "choices");
	// SECURITY: `$a{b,c}` is `$ab $ac`.
	if (braced && (pieces.some((piece) => piece.kind === "dynamic" && !piece.quoted) || /\$/.test(withoutQuotes(word.text))))
		return refuse(walk, "braces", word.text) !== null;
	return !(braced && /~/.test(withoutQuotes(word.text)) && !/^~\//.test(word.text)) || refuse(walk, "tilde", word.text) !== null;
}

/** A blank that some locales split words at and others do not. */
function isBlank(character: string): boolean {
	return character > "\u007F" && /[\p{Zs}\u0085]/u.test(character);
}

/**
 * Whether the character at a place means something to the shell and follows a letter beyond ASCII. SECURITY: where the
 * locale is GBK, the last byte of `中` and a backslash are one letter, and `"中\"` ends in the middle of what we see.
 */
function isSwallowed(text: string, at: number, meaningful: string): boolean {
	return at > 0 && (text[at - 1] ?? "") > "\u007F" && meaningful.includes(text[at] ?? " ");
}
