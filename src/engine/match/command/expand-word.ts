import type { Word, WordPart } from "unbash";
import { type Argument, dynamicArgument, staticArgument } from "./argument.ts";
import { expandBraces } from "./expand-braces.ts";
import { expandParameter, parameterValue } from "./expand-parameter.ts";
import { ask } from "./finding.ts";
import { plainWord, quotedVariable } from "./plain-word.ts";
import { type ShellState, withInput } from "./shell-state.ts";
import type { Walk } from "./walk.ts";
import { walkArithmetic } from "./walk-arithmetic.ts";

/** A piece of a word: known text (perhaps with active glob characters), or something only known at run time. */
interface Piece {
	readonly text: string | null;
	readonly glob: boolean;
	readonly quoted: boolean;
	readonly pipe: boolean;
}

const literal = (text: string, quoted = false): Piece => ({ text, glob: false, quoted, pipe: false });
const unknown = (quoted: boolean): Piece => ({ text: null, glob: false, quoted, pipe: false });

/** Adds the words that one written word becomes; the usual word becomes one. */
export function expandInto(words: Argument[], walk: Walk, word: Word, state: ShellState, source: string): void {
	const plain = plainWord(word.text);
	if (plain !== null) words.push(staticArgument(plain, word.text));
	else for (const argument of expandSpecial(walk, word, state, source)) words.push(argument);
}

/** The words that one written word becomes; commands inside it are walked on the way. */
export function expandWord(walk: Walk, word: Word, state: ShellState, source: string): readonly Argument[] {
	const plain = plainWord(word.text);
	return plain === null ? expandSpecial(walk, word, state, source) : [staticArgument(plain, word.text)];
}

function expandSpecial(walk: Walk, word: Word, state: ShellState, source: string): readonly Argument[] {
	const variable = quotedVariable(word.text);
	if (variable !== null) {
		const value = parameterValue(walk, variable, state);
		return [value === null ? dynamicArgument(word.text, "", false) : staticArgument(value, word.text)];
	}
	const tilde = expandTilde(walk, word, state);
	if (tilde !== null) return [tilde];
	if (word.parts === undefined) return [staticArgument(word.value, word.text)];
	if (!word.parts.some((part) => part.type === "BraceExpansion")) {
		const pieces: Piece[] = [];
		for (const part of word.parts) pieces.push(...piecesOf(walk, part, state, source, false));
		return joinPieces(pieces, word.text);
	}
	return expandAlternatives(walk, word.text, word.parts, state, source);
}

/** More words than anybody spells out with braces, and more pieces in all of them. */
const MOST_ALTERNATIVES = 64;
const MOST_PIECES = 8_192;

/** A word with braces becomes one word for each choice; too many are not told apart. */
function expandAlternatives(walk: Walk, text: string, parts: readonly WordPart[], state: ShellState, source: string): readonly Argument[] {
	let alternatives: Piece[][] | null = [[]];
	// SECURITY: every part is walked, also when the words are too many: what comes behind runs all the same (test/decide/commands.test.ts).
	for (const part of parts) {
		const choices = part.type === "BraceExpansion" ? braceChoices(walk, part, state, source) : [piecesOf(walk, part, state, source, false)];
		if (alternatives === null) continue;
		const count: number = alternatives.length * choices.length;
		if (count > MOST_ALTERNATIVES || count * parts.length > MOST_PIECES) alternatives = null;
		else alternatives = withChoices(alternatives, choices);
	}
	return alternatives === null ? [dynamicArgument(text)] : alternatives.flatMap((pieces) => joinPieces(pieces, text));
}

/** SECURITY: a word may have thousands of parts; what has no choice is added in place, not copied each time (bench/fuzz.ts). */
function withChoices(alternatives: Piece[][], choices: readonly (readonly Piece[])[]): Piece[][] {
	const only = choices.length === 1 ? choices[0] : undefined;
	if (only === undefined) return alternatives.flatMap((before) => choices.map((choice) => [...before, ...choice]));
	for (const pieces of alternatives) pieces.push(...only);
	return alternatives;
}

/** The value of a word that is neither split nor expanded to file names (assignments, `case`, here-strings). */
export function expandValue(walk: Walk, word: Word, state: ShellState, source: string): string | null {
	const plain = plainWord(word.text);
	if (plain !== null) return plain;
	const tilde = expandTilde(walk, word, state);
	if (tilde !== null) return tilde.text;
	if (word.parts === undefined) return word.value;
	let text: string | null = "";
	for (const part of word.parts) {
		const value = part.type === "BraceExpansion" ? part.text : plainValue(piecesOf(walk, part, state, source, true));
		text = text === null || value === null ? null : text + value;
	}
	return text;
}

/** Walks everything inside parts whose own text does not matter (here-documents, arithmetic words). */
export function walkParts(walk: Walk, parts: readonly WordPart[] | undefined, state: ShellState, source: string): boolean {
	let known = true;
	for (const part of parts ?? []) if (plainValue(piecesOf(walk, part, state, source, true)) === null) known = false;
	return known;
}

function plainValue(pieces: readonly Piece[]): string | null {
	let text = "";
	for (const piece of pieces) {
		if (piece.text === null) return null;
		text += piece.text;
	}
	return text;
}

function piecesOf(walk: Walk, part: WordPart, state: ShellState, source: string, quoted: boolean): readonly Piece[] {
	switch (part.type) {
		case "Literal":
			return [literal(part.value, quoted)];
		case "SingleQuoted":
		case "AnsiCQuoted":
			return [literal(part.value, true)];
		case "DoubleQuoted":
		case "LocaleString":
			return part.parts.length === 0 ? [literal("", true)] : part.parts.flatMap((child) => piecesOf(walk, child, state, source, true));
		case "Glob":
			// A bracket may hold an expansion: `[$(rm x)]`.
			if (part.kind === "bracket" && !walkParts(walk, part.parts, state, source)) return [unknown(quoted)];
			return [{ text: part.text, glob: !quoted, quoted, pipe: false }];
		case "ExtendedGlob":
			walkParts(walk, part.parts, state, source);
			return [unknown(quoted)];
		case "SimpleExpansion":
			return expanded(parameterValue(walk, part.text.slice(1), state), quoted);
		case "ParameterExpansion":
			return expanded(expandParameter(walk, part, state, source, expandValue), quoted);
		case "CommandExpansion":
			walkNested(walk, part, state, source);
			return [unknown(quoted)];
		case "ProcessSubstitution":
			walkNested(walk, part, withInput(state, null), source);
			return [{ text: null, glob: false, quoted: true, pipe: true }];
		case "ArithmeticExpansion":
			walk.opaque.push(...walkArithmetic(walk, part.expression, part.text, state, source, walkParts));
			return [{ text: null, glob: false, quoted: true, pipe: false }];
		case "BraceExpansion":
			walkParts(walk, part.parts, state, source);
			return [unknown(quoted)];
	}
}

function walkNested(
	walk: Walk,
	part: Extract<WordPart, { type: "CommandExpansion" | "ProcessSubstitution" }>,
	state: ShellState,
	source: string,
): void {
	if (part.script === undefined) walk.findings.push(ask("command-unparsable", part.text, "A substitution could not be read"));
	else walk.script(walk, part.script, state, part.script.source ?? source);
}

/** A known value outside quotes is split and matched against files, like any text there. */
function expanded(value: string | null, quoted: boolean): readonly Piece[] {
	if (value === null) return [unknown(quoted)];
	if (!quoted && (value === "" || /[\s*?[\]]/.test(value)))
		return [{ text: /[*?[\]]/.test(value) ? null : value, glob: false, quoted, pipe: false }];
	return [literal(value, quoted)];
}

function braceChoices(
	walk: Walk,
	part: Extract<WordPart, { type: "BraceExpansion" }>,
	state: ShellState,
	source: string,
): readonly (readonly Piece[])[] {
	walkParts(walk, part.parts, state, source);
	const words = expandBraces(part.text);
	if (words === null) return [[unknown(false)]];
	return words.map((text) => [{ text, glob: /[*?[]/.test(text), quoted: false, pipe: false }]);
}

function joinPieces(pieces: readonly Piece[], source: string): readonly Argument[] {
	if (pieces.every((piece) => piece.text !== null && !piece.glob)) return splitStatic(pieces, source);
	let lead = "";
	for (const piece of pieces) {
		if (piece.text === null || piece.glob) break;
		lead += piece.text;
	}
	const glob = pieces.every((piece) => piece.text !== null) ? pieces.map((piece) => piece.text).join("") : null;
	const splits = pieces.some((piece) => !piece.quoted && piece.text === null);
	return [{ text: null, source, lead, glob, splits, pipe: pieces.length === 1 && pieces[0]?.pipe === true }];
}

/** Unquoted known values split at blanks; a word that comes to nothing and has no quotes disappears. */
function splitStatic(pieces: readonly Piece[], source: string): readonly Argument[] {
	const words: string[] = [];
	let current: string | null = null;
	for (const piece of pieces) {
		const text = piece.text ?? "";
		if (piece.quoted || !/\s/.test(text)) {
			if (piece.quoted || text !== "") current = (current ?? "") + text;
			continue;
		}
		const fields = text.split(/[ \t\n]+/);
		fields.forEach((field, at) => {
			if (at > 0) {
				if (current !== null) words.push(current);
				current = null;
			}
			if (field !== "") current = (current ?? "") + field;
		});
	}
	if (current !== null) words.push(current);
	return words.map((text) => staticArgument(text, source));
}

/** `~`, `~/x`, `~name/x` at the start of a word and after `NAME=`. */
function expandTilde(walk: Walk, word: Word, state: ShellState): Argument | null {
	if (!word.text.includes("~")) return null;
	const match = /^([A-Za-z_]\w*=)?~([\w.+-]*)(\/.*)?$/s.exec(word.text);
	if (match === null || word.parts !== undefined) return null;
	const [, prefix = "", name = "", rest = ""] = match;
	const home = walk.policy.home;
	const tail = word.value.slice(prefix.length + 1 + name.length);
	if (name === "+" && state.directories?.length === 1) return staticArgument(prefix + state.directories[0] + tail, word.text);
	if (home === null || name === "+" || name === "-") return dynamicArgument(word.text, prefix, false);
	const directory = name === "" ? (state.variables.get("HOME") ?? home) : `${home.slice(0, home.lastIndexOf("/"))}/${name}`;
	return staticArgument(prefix + directory + tail, rest === "" ? word.text : word.text);
}
