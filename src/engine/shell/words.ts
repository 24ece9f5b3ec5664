import type { Word } from "unbash";
import { type Argument, ask, dynamicArgument, judgeListing, staticArgument } from "../commands/index.ts";
import { type Piece, readWord } from "./read-word.ts";
import { outside, type Place, type Walk } from "./walk.ts";

/** The words that one written word becomes, or `null` when it is outside the language. */
export function expandWord(walk: Walk, word: Word, place: Place): readonly Argument[] | null {
	const pieces = readWord(walk, word, place, "argument");
	if (pieces === null) return null;
	const words: Argument[] = [];
	for (const choice of choicesOf(pieces)) {
		const argument = joinPieces(walk, choice, word.text, place);
		if (argument === null) return null;
		words.push(argument);
	}
	if (words.length <= MOST_CHOICES) return words;
	outside(walk, "braces", word.text);
	return null;
}

const MOST_CHOICES = 100;

/** One word that stays one: an operand of `[`, the file of a redirection, the program; patterns and braces are not wanted. */
export function expandOne(walk: Walk, word: Word, place: Place): Argument | null {
	const words = expandWord(walk, word, place);
	const [only] = words ?? [];
	if (words === null || only === undefined) return null;
	if (words.length === 1 && only.found === null && !only.open) return only;
	outside(walk, only.open ? "expansion" : words.length === 1 ? "glob" : "braces", word.text);
	return null;
}

/** A word that is neither split nor matched against files: its text, `undefined` when it is not known, `null` when it is outside the language. */
export function readValue(walk: Walk, word: Word, place: Place, use: "value" | "pattern" = "value"): string | undefined | null {
	const pieces = readWord(walk, word, place, use);
	if (pieces === null) return null;
	let text = "";
	for (const piece of pieces) {
		if (piece.kind !== "text") return undefined;
		text += piece.text;
	}
	return text;
}

/** Every combination of the alternatives, one more than allowed at most. */
function choicesOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
	if (!pieces.some(({ kind }) => kind === "choices")) return [pieces];
	let all: (readonly Piece[])[] = [[]];
	for (const piece of pieces) {
		if (piece.kind !== "choices") {
			all = all.map((before) => [...before, piece]);
			continue;
		}
		const next: (readonly Piece[])[] = [];
		for (const before of all) {
			for (const text of piece.words) if (next.length <= MOST_CHOICES) next.push([...before, { kind: "text", text, quoted: false }]);
		}
		all = next;
	}
	return all;
}

function joinPieces(walk: Walk, written: readonly Piece[], source: string, place: Place): Argument | null {
	if (written.some(({ kind }) => kind === "pipe")) return dynamicArgument(source, "", { pipe: true });
	const pieces = withHome(walk, written, source);
	if (pieces === null) return null;
	let lead = "";
	let known = true;
	for (const piece of pieces) {
		if (piece.kind !== "text") known = false;
		else if (known) lead += piece.text;
	}
	if (known) {
		if (pieces.length > 0 && (lead !== "" || pieces.some((piece) => piece.kind === "text" && piece.quoted)))
			return staticArgument(lead, source);
		// `{,x}` leaves an empty alternative out.
		return dynamicArgument(source, "", { found: [] });
	}
	const dynamic = pieces.filter((piece) => piece.kind === "dynamic");
	const patterned = pieces.some(({ kind }) => kind === "pattern");
	const open = dynamic.length > 0 && (patterned || dynamic.some((piece) => !piece.quoted));
	if (open && (patterned || !dynamic.every(({ name }) => name !== undefined && FOREIGN.has(name)))) judgeOpen(walk, source, place);
	if (open || !patterned)
		return dynamicArgument(source, lead, { open, digits: dynamic.every((piece) => piece.digits) && pieces.length === dynamic.length });
	return expandPattern(walk, pieces, source, lead, place);
}

/** SECURITY: what stands outside quotes is a pattern too, and the shell looks through whatever directory it names. */
function judgeOpen({ policy, findings, observe }: Walk, source: string, { directories }: Place): void {
	observe?.part({ kind: "list", path: null, tree: true, directories });
	if (policy.confined || policy.files.everythingReadable) return;
	const message = "Outside quotes it may name a pattern, for which the shell looks through any directory: put it in quotes";
	findings.push(ask("command-dynamic", source, message, { remedy: `"${source}"` }));
}

/** Variables that no text may set in any form, so that what they hold is the person's: `echo $PATH` looks through nothing of the agent's choice. */
const FOREIGN = new Set(["PATH", "HOME", "USER", "LOGNAME", "SHELL", "EDITOR", "JAVA_HOME", "GOPATH", "VIRTUAL_ENV"]);

/** The pieces with the home directory in place of a leading tilde. */
function withHome(walk: Walk, pieces: readonly Piece[], source: string): readonly Piece[] | null {
	const [first, ...rest] = pieces;
	if (first?.kind !== "text" || first.quoted || !first.text.startsWith("~")) return pieces;
	const { home } = walk.policy;
	if (home !== null) return [{ kind: "text", text: home + first.text.slice(1), quoted: true }, ...rest];
	outside(walk, "home", source);
	return null;
}

/** What a pattern finds in every directory in which the shell may stand. */
function expandPattern(walk: Walk, pieces: readonly Piece[], source: string, lead: string, place: Place): Argument | null {
	const pattern = pieces.map(patternText).join("");
	// bash writes one slash for several, and not every shell does.
	if (pattern.includes("//") || pattern.split("/").some((name) => /^\.[^/]*[*?[]/.test(name))) {
		outside(walk, "glob", source);
		return null;
	}
	// SECURITY: patterns in a thousand commands multiply what is looked up (test/decide/bad-input.test.ts).
	if (walk.count.expanded > MOST_EXPANDED) {
		judgeOpen(walk, source, place);
		return dynamicArgument(source, lead, { open: true });
	}
	walk.count.expanded += pattern.length;
	if (lead === "" || /^[-@]/.test(lead)) walk.trail.push({ kind: "pattern", segment: source, moment: place.moment });
	// What matches nothing stays as it is written.
	const found = new Set([pieces.map((piece) => ("text" in piece ? piece.text : "")).join("")]);
	let certain = true;
	for (const directory of place.directories) {
		const matches = walk.policy.files.glob(pattern, directory);
		if (matches === null) {
			certain = false;
			continue;
		}
		for (const listed of matches.listed) judgeListing(walk, listed, { ...place, directories: [directory] }, source);
		for (const path of matches.paths) found.add(path);
		walk.count.expanded += matches.paths.length;
	}
	if (found.size > MOST_FOUND) certain = false;
	// SECURITY: what cannot be looked up lists a directory all the same.
	if (!certain) judgeOpen(walk, source, place);
	return dynamicArgument(source, lead, certain ? { found: [...found] } : { open: true });
}

const MOST_FOUND = 2_000;
const MOST_EXPANDED = 5_000;

/** The text of a piece as a pattern: what was quoted stands for itself. */
function patternText(piece: Piece): string {
	if (piece.kind === "pattern") return piece.text;
	return piece.kind === "text" ? piece.text.replace(/[\\*?[\]]/g, "\\$&") : "";
}
