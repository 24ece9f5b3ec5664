import type { AnyOf } from "../../vocabulary/index.ts";
import { parseHostEntry } from "../host/index.ts";
import { canonicalPathEntry, type PathUse } from "../path/index.ts";
import { quoteText } from "../shape/index.ts";
import { type Notes, noteError } from "./notes.ts";
import { countPath, hasRoom } from "./path-bounds.ts";

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
