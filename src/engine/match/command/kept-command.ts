import type { Command } from "unbash";
import type { Analysis } from "./analysis.ts";
import { type Argument, staticArgument } from "./argument.ts";
import { findBuiltIn } from "./built-ins.ts";
import { DECLARATIONS } from "./declarations.ts";
import { plainWord } from "./plain-word.ts";

/** A simple command whose words are all plain, with what it would do: both hang on its words and on nothing else. */
export interface KeptCommand {
	readonly name: string;
	/** The words as the parser cut them: the program, then the rest. */
	readonly texts: readonly string[];
	readonly words: readonly Argument[];
	/** Made when it is first asked for. */
	analysis: Analysis | null;
	/** Redirections stand among the words; they are judged each time. */
	readonly redirected: boolean;
}

const MOST_KEPT = 1_024;
const LONGEST_KEPT = 512;
/** Texts are cut out of larger ones, and keep those in memory. */
const LONGEST_SOURCE = 4_096;
/** `null`: seen once. What never comes again is not worth keeping. */
const kept = new Map<string, KeptCommand | null>();
/** Whole texts without the parser are kept apart: reserved words mean something only at the start of a text. */
const plain = new Map<string, KeptCommand | null>();

/** The plain command that a node is, or `null`. Agents repeat their commands, so its analysis is kept for a while. */
export function keptCommand(node: Command, segment: string, source: string): KeptCommand | null {
	if (node.prefix.length > 0) return null;
	const known = kept.get(segment);
	if (known !== undefined && known !== null) return isSame(known, node) ? known : null;
	const made = readPlain(node);
	if (made !== null && segment.length <= LONGEST_KEPT && source.length <= LONGEST_SOURCE) keep(kept, segment, known, made);
	return made;
}

/** The same for a whole text whose words were split without the parser. */
export function keptPlain(text: string, split: (text: string) => readonly Argument[] | null): KeptCommand | null {
	const known = plain.get(text);
	if (known !== undefined && known !== null) return known;
	const words = split(text);
	if (words === null) return null;
	const name = words[0]?.text ?? "";
	const made: KeptCommand = { name, texts: NO_TEXTS, words, analysis: null, redirected: false };
	if (text.length <= LONGEST_KEPT) keep(plain, text, known, made);
	return made;
}

const NO_TEXTS: readonly string[] = [];

function keep(commands: Map<string, KeptCommand | null>, text: string, known: null | undefined, command: KeptCommand): void {
	if (commands.size >= MOST_KEPT) commands.clear();
	commands.set(text, known === null ? command : null);
}

/** INVARIANT: what is kept is used only for the very words it was made from, wherever the segment was cut. */
function isSame({ texts, redirected }: KeptCommand, node: Command): boolean {
	if (node.name?.text !== texts[0]) return false;
	let at = 1;
	for (const part of node.suffix) {
		if (part.type === "Word") {
			if (part.text !== texts[at++]) return false;
		} else if (part.type === "Assignment" || !redirected) return false;
	}
	return at === texts.length;
}

function readPlain(node: Command): KeptCommand | null {
	const name = node.name === undefined ? null : plainWord(node.name.text);
	if (node.name === undefined || name === null || DECLARATIONS.has(name) || findBuiltIn(name) !== undefined) return null;
	const texts = [node.name.text];
	const words = [staticArgument(name, node.name.text)];
	let redirected = false;
	for (const part of node.suffix) {
		if (part.type === "Word") {
			const word = plainWord(part.text);
			if (word === null) return null;
			texts.push(part.text);
			words.push(staticArgument(word, part.text));
		} else if (part.type === "Assignment") return null;
		else redirected = true;
	}
	return { name, texts, words, analysis: null, redirected };
}
