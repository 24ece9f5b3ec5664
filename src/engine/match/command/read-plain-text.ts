import { keptCommand, type PlainCommand } from "./kept-command.ts";
import { isPlainCharacter } from "./plain-word.ts";
import { readPlainCommand } from "./read-plain-command.ts";
import { isHarmless } from "./scan-text.ts";

/** A text that is nothing but plain commands, joined by `|`, `&&`, `||` and `;`. */
export interface PlainText {
	readonly parts: readonly PlainPart[];
	/** No character in it nests or hides. */
	readonly harmless: boolean;
}

export interface PlainPart {
	readonly command: PlainCommand;
	/** The command before it writes what it reads. */
	readonly piped: boolean;
}

/**
 * Reads a plain text; `null` when the parser must look. Most texts are plain, and this costs a fraction of a parse.
 *
 * INVARIANT: equal to what the parser makes of every text that it takes (read-plain-text.test.ts); whatever is not
 * surely understood is left to the parser: expansions, escapes, comments, line ends, reserved words, built-ins, files
 * that are redirected to.
 */
export function readPlainText(text: string): PlainText | null {
	if (text.length > LONGEST) return null;
	const reader: Reader = { text, at: 0, hash: 0, harmless: true };
	const parts: PlainPart[] = [];
	let piped = false;
	for (;;) {
		while (text.charCodeAt(reader.at) === SPACE) reader.at++;
		const start = reader.at;
		if (!skipCommand(reader)) return null;
		const command = keptCommand(text, start, reader.at, reader.hash, readPlainCommand);
		if (command === null) return null;
		parts.push({ command, piped });
		if (reader.at === text.length) break;
		const operator = skipOperator(reader);
		if (operator === null) return null;
		piped = operator === "|";
		if (operator === ";" && isBlank(text, reader.at)) break;
	}
	return { parts, harmless: reader.harmless };
}

const LONGEST = 1_000;

interface Reader {
	readonly text: string;
	at: number;
	/** Of the command that was skipped last. */
	hash: number;
	harmless: boolean;
}

const SPACE = 32;
const DOUBLE_QUOTE = 34;
const DOLLAR = 36;
const AMPERSAND = 38;
const SINGLE_QUOTE = 39;
const SEMICOLON = 59;
const GREATER = 62;
const BACKSLASH = 92;
const BACKQUOTE = 96;
const PIPE = 124;

function isOperator(character: number): boolean {
	return character === PIPE || character === AMPERSAND || character === SEMICOLON;
}

/** Goes to the operator or the end behind a command; `false` when a character on the way is not plain. */
function skipCommand(reader: Reader): boolean {
	const { text } = reader;
	let hash = 0;
	let quote = 0;
	let at = reader.at;
	for (; at < text.length; at++) {
		const character = text.charCodeAt(at);
		// Nearly every character is one of these, which mean themselves inside and outside of quotes.
		if (!isPlainCharacter(character) && character !== SPACE) {
			if (quote !== 0) {
				if (character === quote) quote = 0;
				else if (quote === DOUBLE_QUOTE && (character === DOLLAR || character === BACKSLASH || character === BACKQUOTE)) return false;
				else if (!isHarmless(character)) reader.harmless = false;
			} else if (character === SINGLE_QUOTE || character === DOUBLE_QUOTE) quote = character;
			else if (isOperator(character) && !(character === AMPERSAND && text.charCodeAt(at - 1) === GREATER)) break;
			else if (character !== GREATER && character !== AMPERSAND) return false;
		}
		hash = (Math.imul(hash, 31) + character) | 0;
	}
	reader.at = at;
	reader.hash = hash;
	return quote === 0;
}

/** The operator after a command; `null` for one that is not plain (`&`, `|&`, `;;`). */
function skipOperator(reader: Reader): "|" | ";" | "and-or" | null {
	const { text, at } = reader;
	const character = text.charCodeAt(at);
	const next = text.charCodeAt(at + 1);
	if (next === character && character !== SEMICOLON) {
		reader.at += 2;
		return "and-or";
	}
	if (character === AMPERSAND || isOperator(next)) return null;
	reader.at++;
	return character === PIPE ? "|" : ";";
}

function isBlank(text: string, from: number): boolean {
	for (let at = from; at < text.length; at++) if (text.charCodeAt(at) !== SPACE) return false;
	return true;
}
