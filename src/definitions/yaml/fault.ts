/** 1-based line and column. */
export type Position = readonly [line: number, column: number];

/** Dotted place in a document (`tools.allowed[2]`) → where it is written. */
export type Positions = Readonly<Record<string, Position>>;

/** Something wrong at a place of a text, before it is known whose text it is. */
export interface Fault {
	/** Stable, lower-kebab, as `Problem.code`. */
	readonly code: string;
	/** Dotted place in the document; `""` when the text is not that far understood. */
	readonly path: string;
	readonly message: string;
	readonly hint?: string;
	readonly at?: Position;
}
