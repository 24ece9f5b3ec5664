import { type Argument, staticArgument } from "./argument.ts";
import { BUILT_IN_NAMES } from "./built-ins.ts";
import { DECLARATIONS } from "./declarations.ts";
import type { PlainCommand } from "./kept-command.ts";
import { isPlainCharacter } from "./plain-word.ts";

/**
 * Reads one simple command in a text whose quotes are closed and expand nothing: a program, its words, and redirections
 * that lead nowhere. `null` when there is more to it.
 */
export function readPlainCommand(text: string, start: number, end: number): PlainCommand | null {
	const reader: Reader = { text, at: start, end: lastBlank(text, start, end) };
	const name = readWord(reader, true);
	if (name === null || SHELL_WORDS.has(name.text ?? "")) return null;
	const words = [name];
	let redirected = false;
	while (reader.at < reader.end) {
		// A word ends at a blank, or at something that is not plain.
		if (text.charCodeAt(reader.at) !== SPACE) return null;
		while (text.charCodeAt(reader.at) === SPACE) reader.at++;
		if (skipRedirection(reader)) {
			redirected = true;
			continue;
		}
		const word = readWord(reader, false);
		if (word === null) return null;
		words.push(word);
	}
	return { text: text.slice(start, reader.end), words, redirected, analysis: null };
}

/** Words that mean something to the shell itself where a program is named. */
const SHELL_WORDS: ReadonlySet<string> = new Set([
	..."if then else elif fi for while until do done case esac in function select time coproc".split(" "),
	...DECLARATIONS,
	...BUILT_IN_NAMES,
]);

interface Reader {
	readonly text: string;
	readonly end: number;
	at: number;
}

const SPACE = 32;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const EQUALS = 61;
const GREATER = 62;

/** Where the blanks at the end begin. */
function lastBlank(text: string, start: number, end: number): number {
	let last = end;
	while (last > start && text.charCodeAt(last - 1) === SPACE) last--;
	return last;
}

/** Output that is thrown away, or goes where the other output goes. */
const REDIRECTIONS = ["2>/dev/null", "2>&1", ">/dev/null", "> /dev/null", "2> /dev/null", "1>/dev/null", ">&2", "1>&2"];

function skipRedirection(reader: Reader): boolean {
	const { text, at } = reader;
	if (text.charCodeAt(at) !== GREATER && text.charCodeAt(at + 1) !== GREATER) return false;
	for (const redirection of REDIRECTIONS) {
		const end = at + redirection.length;
		if (!text.startsWith(redirection, at) || (end !== reader.end && text.charCodeAt(end) !== SPACE)) continue;
		reader.at = end;
		return true;
	}
	return false;
}

/** A word of plain characters and quoted text; the first one holds no `=`, which would assign. */
function readWord(reader: Reader, first: boolean): Argument | null {
	const { text, at: start, end } = reader;
	let value = "";
	let from = start;
	let at = start;
	for (; at < end; at++) {
		const character = text.charCodeAt(at);
		if (isPlainCharacter(character)) {
			if (first && character === EQUALS) return null;
			continue;
		}
		if (character !== SINGLE_QUOTE && character !== DOUBLE_QUOTE) break;
		const close = text.indexOf(character === SINGLE_QUOTE ? "'" : '"', at + 1);
		value += text.slice(from, at) + text.slice(at + 1, close);
		at = close;
		from = close + 1;
	}
	if (at === start) return null;
	reader.at = at;
	const source = text.slice(start, at);
	return staticArgument(from === start ? source : value + text.slice(from, at), source);
}
