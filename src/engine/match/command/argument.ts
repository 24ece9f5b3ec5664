/** One word of a command as the program would get it, as far as that is known before the shell runs. */
export interface Argument {
	/** The word itself; `null` when it is only known at run time. */
	readonly text: string | null;
	/** As written. */
	readonly source: string;
	/** What is surely its beginning. */
	readonly lead: string;
	/** The pattern, when only file name expansion stands between `source` and the words. */
	readonly glob: string | null;
	/** It may become several words, or none: an unquoted expansion. */
	readonly splits: boolean;
	/** A process substitution: a pipe, not a file of the disk. */
	readonly pipe: boolean;
}

/** A word that is known. */
export function staticArgument(text: string, source: string = text): Argument {
	return { text, source, lead: text, glob: null, splits: false, pipe: false };
}

/** A word that is not known. */
export function dynamicArgument(source: string, lead = "", splits = true): Argument {
	return { text: null, source, lead, glob: null, splits, pipe: false };
}
