/** A value that JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

interface Documented {
	/** One sentence for editors and for the reference. */
	readonly description?: string;
	/** What an absent key means. */
	readonly default?: Json;
}

export interface TextShape extends Documented {
	readonly kind: "text";
	/** A regular expression, and what it demands in words: "must be …". */
	readonly pattern?: { readonly expression: string; readonly words: string };
	/** In UTF-16 units; 4,096 unless said otherwise. */
	readonly maxLength?: number;
	readonly minLength?: number;
}

/** One of some fixed values. */
export interface ChoiceShape extends Documented {
	readonly kind: "choice";
	readonly of: readonly (string | number | boolean)[];
}

export interface NumberShape extends Documented {
	readonly kind: "number";
	readonly minimum?: number;
	readonly maximum?: number;
	readonly integer?: boolean;
}

export interface BooleanShape extends Documented {
	readonly kind: "boolean";
}

/** `null` or another shape. */
export interface NullableShape extends Documented {
	readonly kind: "nullable";
	readonly of: Shape;
	/** What `null` means, in words. */
	readonly nullMeans?: string;
}

export interface ListShape extends Documented {
	readonly kind: "list";
	readonly of: Shape;
}

/** Any names as keys, one shape for every value. */
export interface RecordShape extends Documented {
	readonly kind: "record";
	readonly of: Shape;
	/** What a key is called: "tool", "argument". */
	readonly key: string;
}

/** Known keys, each with its own shape; all optional but the required ones. */
export interface ObjectShape extends Documented {
	readonly kind: "object";
	readonly keys: Readonly<Record<string, Shape>>;
	readonly required?: readonly string[];
}

export interface UnionShape extends Documented {
	readonly kind: "union";
	readonly of: readonly Shape[];
}

/** Any JSON; it is stored, never read as permission. */
interface AnythingShape extends Documented {
	readonly kind: "anything";
}

/** How a value must look, as data: the checker, JSON Schema and the reference are all made from it. */
export type Shape =
	| TextShape
	| ChoiceShape
	| NumberShape
	| BooleanShape
	| NullableShape
	| ListShape
	| RecordShape
	| ObjectShape
	| UnionShape
	| AnythingShape;

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
