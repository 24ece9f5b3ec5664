import { parseHostEntry } from "../hosts/index.ts";
import type { AnyOf } from "../language/index.ts";
import { canonicalPathEntry, type PathUse, weighEntry } from "../paths/index.ts";
import { quoteText } from "../shapes/index.ts";
import { type Notes, noteError, type Said } from "./notes.ts";

/** Canonical path entries of a list as written. */
export function pathTerms(notes: Notes, dimension: string, entries: readonly string[], use: PathUse): AnyOf {
	return canonicalEntries(entries, (entry, index) => {
		if (!hasRoom(notes)) return undefined;
		const outcome = canonicalPathEntry(entry, use);
		if (outcome.ok) {
			countPath(notes, { dimension, entry, index }, outcome.text);
			return outcome.text;
		}
		noteError(notes, { dimension, entry, index }, outcome.code, `${quoteText(entry)}: ${outcome.message}`, outcome.hint);
		return undefined;
	});
}

/** Canonical host entries of a list as written. */
export function hostTerms(notes: Notes, dimension: string, entries: readonly string[]): AnyOf {
	return canonicalEntries(entries, (entry, index) => {
		const outcome = parseHostEntry(entry);
		if (outcome.ok) return outcome.entry.text;
		noteError(notes, { dimension, entry, index }, "bad-host", `${quoteText(entry)}: ${outcome.message}`, outcome.hint);
		return undefined;
	});
}

/** What a list becomes: each entry canonical, sorted, once. */
export function canonicalEntries(entries: readonly string[], canonical: (entry: string, index: number) => string | undefined): AnyOf {
	return sortedEntries(entries, (entry, index) => {
		const text = canonical(entry, index);
		return text === undefined ? [] : [text];
	});
}

/** The same where one entry may stand for several. */
export function sortedEntries<Entry>(entries: readonly Entry[], canonical: (entry: Entry, index: number) => readonly string[]): AnyOf {
	return [...new Set(entries.flatMap((entry, index) => canonical(entry, index)))].sort();
}

/** How many paths a profile may stand for, braces written out, and how many of them may hold a '*' or '[…]' before their end. */
const MOST_PATHS = 40_000;
const MOST_WILD_PATHS = 2_000;

/**
 * Counts a path entry of a profile; the one that is too much is a problem at its place.
 *
 * SECURITY: lists are compared whenever a child is made; the bounds keep that from occupying the machine (bounded-lists.test.ts).
 */
export function countPath(notes: Notes, said: Said, entry: string): void {
	const { counted } = notes;
	const { alternatives, wild } = weighEntry(entry);
	const hadRoom = hasRoom(notes);
	counted.paths += alternatives;
	counted.wild += wild;
	if (!hadRoom || hasRoom(notes)) return;
	if (counted.paths > MOST_PATHS) {
		const says = `${quoteText(said.entry)}: with it the profile's paths are more than ${MOST_PATHS} once the braces are written out`;
		noteError(notes, said, "too-large", says, "write fewer alternatives, or a '*', or split the profile");
		return;
	}
	const says = `${quoteText(said.entry)}: with it the profile has more than ${MOST_WILD_PATHS} paths with '*' or '[…]' inside`;
	noteError(notes, said, "too-large", says, "name directories (dir/**) instead of patterns, or split the profile");
}

/** Whether more paths may be read; after the problem was told there is no use in reading on. */
export function hasRoom({ counted }: Notes): boolean {
	return counted.paths <= MOST_PATHS && counted.wild <= MOST_WILD_PATHS;
}
