import type { FilesBelow } from "../programs/index.ts";

/** One word of a command as the program would get it, as far as that is known before the shell runs. */
export interface Argument {
	/** The word itself; `null` when it is only known at run time. */
	readonly text: string | null;
	/** As written. */
	readonly source: string;
	/** What is surely its beginning. */
	readonly lead: string;
	/** It may become any number of words: an unquoted expansion. */
	readonly open: boolean;
	/** The paths that a pattern finds on the disk: some of them, or the pattern itself, are the words. */
	readonly found: readonly string[] | null;
	/** Paths below these, one or several of them: what `find` hands over. */
	readonly below: FilesBelow | null;
	/** It is made of digits, perhaps with a sign, or is empty. */
	readonly digits: boolean;
	/** A process substitution: a pipe, not a file of the disk. */
	readonly pipe: boolean;
}

/** A word that is known. */
export function staticArgument(text: string, source: string = text): Argument {
	return { text, source, lead: text, open: false, found: null, below: null, digits: false, pipe: false };
}

/** A word of any text; it begins with `lead`. */
export function dynamicArgument(source: string, lead = "", more: Partial<Argument> = {}): Argument {
	return { text: null, source, lead, open: false, found: null, below: null, digits: false, pipe: false, ...more };
}

const SLASH = 47;

/** What a path is called, without its directories. */
export function baseName(path: string): string {
	for (let at = path.length - 1; at >= 0; at--) if (path.charCodeAt(at) === SLASH) return path.slice(at + 1);
	return path;
}
