import { ask, deny, type Finding } from "../commands/index.ts";
import { misleadingCharacter } from "../shapes/index.ts";

const MAX_BYTES = 64 * 1024;
/** Less than the 64 levels that are promised at most: the parser reads nested substitutions again at each level. */
const MAX_DEPTH = 40;
/** Openers that the parser must pair; more than this cannot stay under 1,000 parts in any honest command. */
const MAX_OPENERS = 4_000;
const MAX_EXPANSIONS = 1_000;
/** What the parser makes a node of: above these it needs longer than a decision may take, and no honest command has as many. */
const MAX_WORDS = 12_000;
const MAX_LINES = 5_000;
const MAX_REDIRECTIONS = 4_000;
/** Each further one looks through what the ones before have left open. */
const MAX_HERE_DOCUMENTS = 500;

/** Letters and signs that neither nest nor hide. */
const HARMLESS = new Uint8Array(128);
for (const character of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ ./=:,@%+~\"'$*?;|&<>!^#\\\n\t-")
	HARMLESS[character.charCodeAt(0)] = 1;

/** Whether a character neither nests nor hides: the usual command is made of such, and needs no closer look. */
export function isHarmless(character: number): boolean {
	return character < 128 && HARMLESS[character] === 1;
}

/**
 * A linear look at the text before the parser sees it: size, depth, and characters that show a person something else
 * than the shell reads. SECURITY: the parser takes seconds on 30,000 open `$(` and throws on deep quotes
 * (test/decide/bad-input.test.ts, bench/fuzz.ts).
 */
export function scanText(text: string): Finding | null {
	if (text.length > MAX_BYTES / 4 && utf8Length(text) > MAX_BYTES) {
		return deny("command-unparsable", `${text.slice(0, 80)}…`, "The command is longer than 64 KiB");
	}
	if (text.length < 512 && isAllHarmless(text)) return null;
	return scanCharacters(text) ?? scanDepth(text) ?? scanAmount(text);
}

function isAllHarmless(text: string): boolean {
	for (let at = 0; at < text.length; at++) if (!isHarmless(text.charCodeAt(at))) return false;
	return true;
}

function scanCharacters(text: string): Finding | null {
	const found = misleadingCharacter(text, "\t\n") ?? noCharacter(text);
	if (found === null) return null;
	const around = text.slice(Math.max(0, found.at - 20), found.at + 20);
	return ask("command-unparsable", around, `The command holds the character ${found.name}, which is not shown as the shell reads it`);
}

/** SECURITY: what is not a character stands for something of our own while a word is read (test/decide/bad-input.test.ts). */
function noCharacter(text: string): { readonly at: number; readonly name: string } | null {
	const match = /\p{Noncharacter_Code_Point}/u.exec(text);
	return match === null ? null : { at: match.index, name: `U+${match[0].codePointAt(0)?.toString(16).toUpperCase()}` };
}

function scanDepth(text: string): Finding | null {
	let depth = 0;
	let deepest = 0;
	let openers = 0;
	let backticks = 0;
	let quotes = 0;
	let expansions = 0;
	let operators = 0;
	for (let at = 0; at < text.length; at++) {
		const character = text.charCodeAt(at);
		if (character === 40 || character === 123 || character === 91) {
			openers++;
			depth++;
			if (depth > deepest) deepest = depth;
		} else if (character === 41 || character === 125 || character === 93) {
			if (depth > 0) depth--;
		} else if (character === 96) backticks++;
		else if (character === 34 || character === 39) quotes++;
		else if (character === 36) expansions++;
		else if (character === 59 || character === 124 || character === 38) operators++;
	}
	if (deepest > MAX_DEPTH || backticks > 2 * MAX_DEPTH) {
		return deny("command-unparsable", `${text.slice(0, 80)}…`, "The command is nested too deeply");
	}
	if (openers > MAX_OPENERS || quotes > MAX_OPENERS || operators > MAX_OPENERS || expansions > MAX_EXPANSIONS)
		return deny("command-unparsable", `${text.slice(0, 80)}…`, "The command has too many parts");
	return null;
}

/** How many words, lines and redirections there are at most; the bodies of here-documents that are surely such do not count. */
function scanAmount(text: string): Finding | null {
	let words = 0;
	let lines = 0;
	let redirections = 0;
	let hereDocuments = 0;
	let skip = bodyAt(text, 0);
	let before = 32;
	for (let at = 0; at < text.length; at++) {
		if (skip !== null && at === skip.from) {
			at = skip.to;
			skip = bodyAt(text, at);
			before = 10;
			if (at >= text.length) break;
		}
		const character = text.charCodeAt(at);
		if (character > 32 && before <= 32) words++;
		if (character === 10) lines++;
		else if (character === 60 || character === 62) {
			redirections++;
			if (character === 60 && before === 60) hereDocuments++;
		}
		before = character;
	}
	if (words > MAX_WORDS || lines > MAX_LINES || redirections > MAX_REDIRECTIONS || hereDocuments > MAX_HERE_DOCUMENTS)
		return deny("command-unparsable", `${text.slice(0, 80)}…`, "The command has too many parts");
	return null;
}

/** A line without quotes, expansions and comments that ends in a here-document: nothing in it can make it something else. */
const PLAIN_HERE_DOCUMENT = /[\w \t./>|&;=:,@%+\n-]*<<[ \t]*(['"]?)([A-Za-z_]\w*)\b\1[\w \t./>|&;=:,@%+-]*\n/y;

/** Where the body of the next here-document begins and its closing line ends, if nothing but plain words stands before it. */
function bodyAt(text: string, from: number): { readonly from: number; readonly to: number } | null {
	PLAIN_HERE_DOCUMENT.lastIndex = from;
	const match = PLAIN_HERE_DOCUMENT.exec(text);
	if (match === null) return null;
	const begin = from + match[0].length;
	const closing = `\n${match[2]}\n`;
	const end = text.indexOf(closing, begin - 1);
	return end < 0 ? null : { from: begin, to: end + closing.length - 1 };
}

function utf8Length(text: string): number {
	let bytes = 0;
	for (let at = 0; at < text.length; at++) {
		const unit = text.charCodeAt(at);
		bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
	}
	return bytes;
}
