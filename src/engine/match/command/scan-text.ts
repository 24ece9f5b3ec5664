import { misleadingCharacter } from "../text/index.ts";
import { ask, deny, type Finding } from "./finding.ts";

const MAX_BYTES = 64 * 1024;
/** Less than the 64 levels that are promised at most: the parser reads nested substitutions again at each level. */
const MAX_DEPTH = 40;
/** Openers that the parser must pair; more than this cannot stay under 1,000 parts in any honest command. */
const MAX_OPENERS = 4_000;
const MAX_EXPANSIONS = 1_000;

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
 * (scan-text.test.ts, bench/fuzz.ts).
 */
export function scanText(text: string): Finding | null {
	if (text.length > MAX_BYTES / 4 && utf8Length(text) > MAX_BYTES) {
		return deny("command-unparsable", `${text.slice(0, 80)}…`, "The command is longer than 64 KiB");
	}
	if (text.length < 512 && isAllHarmless(text)) return null;
	return scanCharacters(text) ?? scanDepth(text);
}

function isAllHarmless(text: string): boolean {
	for (let at = 0; at < text.length; at++) if (!isHarmless(text.charCodeAt(at))) return false;
	return true;
}

function scanCharacters(text: string): Finding | null {
	const found = misleadingCharacter(text, "\t\n");
	if (found === null) return null;
	const around = text.slice(Math.max(0, found.at - 20), found.at + 20);
	return ask("command-unparsable", around, `The command holds the character ${found.name}, which is not shown as the shell reads it`);
}

function scanDepth(text: string): Finding | null {
	let depth = 0;
	let deepest = 0;
	let openers = 0;
	let backticks = 0;
	let quotes = 0;
	let expansions = 0;
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
	}
	if (deepest > MAX_DEPTH || backticks > 2 * MAX_DEPTH) {
		return deny("command-unparsable", `${text.slice(0, 80)}…`, "The command is nested too deeply");
	}
	if (openers > MAX_OPENERS || quotes > MAX_OPENERS || expansions > MAX_EXPANSIONS)
		return deny("command-unparsable", `${text.slice(0, 80)}…`, "The command has too many parts");
	return null;
}

function utf8Length(text: string): number {
	let bytes = 0;
	for (let at = 0; at < text.length; at++) {
		const unit = text.charCodeAt(at);
		bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
	}
	return bytes;
}
