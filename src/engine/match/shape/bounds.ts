/** How large a document may be; what is larger is a problem and is not read further. */
export const BOUNDS = {
	/** Levels of lists and objects inside each other. */
	depth: 32,
	/** Entries of one list, keys of one object. */
	entries: 20_000,
	/** Values in the whole document. */
	values: 250_000,
	/** Length of a text whose shape does not say otherwise. */
	text: 4096,
} as const;
