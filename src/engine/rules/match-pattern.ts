import type { Binding, CommandPattern, WordForm } from "./command-pattern.ts";

/** A word of a command, as far as it is known before the shell runs. */
export interface GivenWord {
	/** The word itself; `null` when it is only known at run time. */
	readonly text: string | null;
	/** As written. */
	readonly source: string;
	/** The paths that a pattern finds on the disk. */
	readonly found: readonly string[] | null;
}

/** The variables that a command is started with, as far as their values are known. */
export type Bindings = ReadonlyMap<string, string>;

export const NO_BINDINGS: Bindings = new Map();

/** Whether a command is started with all that a pattern wants set. */
export function holdsBindings(wanted: readonly Binding[] | undefined, given: Bindings): boolean {
	return wanted === undefined || wanted.every(({ name, value }) => given.get(name) === value);
}

/**
 * The positions of the words that a pattern with stars names, or why it does not match. Words at `needed` positions are given to
 * literal words of the pattern where that is possible: a star names nothing.
 *
 * INVARIANT: the work is at most words × pattern words, whatever stands in either (match-pattern.test.ts).
 */
export function matchPattern(
	words: readonly GivenWord[],
	pattern: CommandPattern,
	needed: ReadonlySet<number>,
): ReadonlySet<number> | "maybe" | null {
	const forms = formsOf(pattern);
	return align(words, pattern, forms, needed) ?? align(words, pattern, forms, NONE) ?? (mayMatch(words, pattern, forms) ? "maybe" : null);
}

const NONE: ReadonlySet<number> = new Set();

/** The form of each word of a pattern. */
export function formsOf({ words, forms }: CommandPattern): readonly WordForm[] {
	return forms ?? words.map(() => "literal" as const);
}

/** Whether one word of a command is what a word of a pattern stands for; a star in the program's place never reaches over a slash. */
export function fitsWord(argument: GivenWord, word: string, form: WordForm, first: boolean): boolean {
	if (form === "words") return true;
	if (form === "literal") return argument.text === word;
	if (form === "as-written") return argument.source === word;
	if (argument.text === null) return !first && argument.found !== null && argument.source === word;
	return fitsPieces(argument.text, form, first);
}

/** Whether a text has the pieces of a word with stars, in order, from its beginning to its end. */
export function fitsPieces(text: string, pieces: readonly string[], withinName = false): boolean {
	const head = pieces[0] ?? "";
	const tail = pieces.at(-1) ?? "";
	const end = text.length - tail.length;
	if (end < head.length || !text.startsWith(head) || !text.endsWith(tail)) return false;
	// SECURITY: `./scripts/*` is a script in that directory, not `./scripts/../evil` (match-pattern.test.ts).
	if (withinName && (text.slice(head.length).includes("/") || /(?:^|\/)\.{1,2}$/.test(text))) return false;
	let at = head.length;
	for (const piece of pieces.slice(1, -1)) {
		const found = text.indexOf(piece, at);
		if (found < 0) return false;
		at = found + piece.length;
	}
	return at <= end;
}

/** Aligns words with a pattern from the end, remembering what did not fit; the named positions, or `null`. */
function align(
	words: readonly GivenWord[],
	{ words: wanted, prefix }: CommandPattern,
	forms: readonly WordForm[],
	needed: ReadonlySet<number>,
): ReadonlySet<number> | null {
	if (wanted.length > words.length) return null;
	const failed = new Set<number>();
	const named: number[] = [];
	const free = (at: number): boolean => !needed.has(at);
	const rest = (from: number): boolean => {
		for (let at = from; at < words.length; at++) if (!free(at)) return false;
		return true;
	};
	const go = (index: number, at: number): boolean => {
		if (index === wanted.length) return at === words.length || (prefix && rest(at));
		const key = index * (words.length + 1) + at;
		const argument = words[at];
		if (argument === undefined || failed.has(key)) return false;
		const form = forms[index] ?? "literal";
		if (form === "words") {
			// One word or more: this one, and then the star again or what follows it.
			if (free(at) && (go(index + 1, at + 1) || go(index, at + 1))) return true;
		} else if (fitsWord(argument, wanted[index] ?? "", form, index === 0) && (form === "literal" || free(at))) {
			if (form === "literal") named.push(at);
			if (go(index + 1, at + 1)) return true;
			if (form === "literal") named.pop();
		}
		failed.add(key);
		return false;
	};
	return go(0, 0) ? new Set(named) : null;
}

/** Whether a word that is not known may make the difference: then the beginning that is known fits. */
function mayMatch(words: readonly GivenWord[], { words: wanted }: CommandPattern, forms: readonly WordForm[]): boolean {
	for (const [index, form] of forms.entries()) {
		const argument = words[index];
		if (argument === undefined) return false;
		if (argument.text === null) return true;
		if (form === "words") break;
		if (!fitsWord(argument, wanted[index] ?? "", form, index === 0)) return false;
	}
	return words.some(({ text }) => text === null);
}
