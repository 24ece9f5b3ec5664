import { weighEntry } from "../path/index.ts";
import { quoteText } from "../shape/index.ts";
import { type Notes, noteError, type Said } from "./notes.ts";

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
