import type { Origins, Problem } from "../language/index.ts";
import { childPath } from "../shapes/index.ts";

/** Problems met while a profile becomes terms, with what is needed to say where each thing was written. */
export interface Notes {
	readonly problems: Problem[];
	readonly origins: Origins;
	/** How many paths the profile has so far. */
	readonly counted: { paths: number; wild: number };
}

/** No notes yet. */
export function newNotes(origins: Origins): Notes {
	return { problems: [], origins, counted: { paths: 0, wild: 0 } };
}

/** One thing that a profile says: an entry of a list, or a plain value. */
export interface Said {
	readonly dimension: string;
	/** `""` for a plain value. */
	readonly entry: string;
	readonly index?: number;
}

/** Notes something that makes the profile unusable. */
export function noteError(notes: Notes, said: Said, code: string, says: string, hint?: string): void {
	notes.problems.push(problemOf(notes, said, "error", code, says, hint));
}

/** Notes something that a person should know. */
export function noteWarning(notes: Notes, said: Said, code: string, says: string, hint?: string): void {
	notes.problems.push(problemOf(notes, said, "warning", code, says, hint));
}

function problemOf(notes: Notes, said: Said, severity: Problem["severity"], code: string, says: string, hint?: string): Problem {
	const path = said.index === undefined ? said.dimension : childPath(said.dimension, said.index);
	const entries = Object.hasOwn(notes.origins, said.dimension) ? notes.origins[said.dimension] : undefined;
	const source = entries && Object.hasOwn(entries, said.entry) ? entries[said.entry] : undefined;
	return {
		severity,
		code,
		path,
		message: `${path}: ${says}`,
		...(hint === undefined ? {} : { hint }),
		...(source === undefined ? {} : { source }),
	};
}
