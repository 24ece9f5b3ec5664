import type { Flat } from "../language/index.ts";

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
export interface ChoiceShape<Value extends string | number | boolean = string | number | boolean> extends Documented {
	readonly kind: "choice";
	readonly of: readonly Value[];
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
export interface NullableShape<Of extends Shape = Shape> extends Documented {
	readonly kind: "nullable";
	readonly of: Of;
	/** What `null` means, in words. */
	readonly nullMeans?: string;
}

export interface ListShape<Of extends Shape = Shape> extends Documented {
	readonly kind: "list";
	readonly of: Of;
}

/** Any names as keys, one shape for every value. */
export interface RecordShape<Of extends Shape = Shape> extends Documented {
	readonly kind: "record";
	readonly of: Of;
	/** What a key is called: "tool", "argument". */
	readonly key: string;
}

/** The shape of each key. */
export type ShapeKeys = Readonly<Record<string, Shape>>;

/** Known keys, each with its own shape; all optional but the required ones. */
export interface ObjectShape<Keys extends ShapeKeys = ShapeKeys, Required extends string = string> extends Documented {
	readonly kind: "object";
	readonly keys: Keys;
	readonly required?: readonly Required[];
}

export interface UnionShape<Of extends readonly Shape[] = readonly Shape[]> extends Documented {
	readonly kind: "union";
	readonly of: Of;
}

/** Any JSON; it is stored, never read as permission. */
export interface AnythingShape extends Documented {
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

/**
 * The type of the values that `readShape` hands on for a shape. It is as exact as the type of the shape: what is known only as a `Shape`
 * is `unknown`, and a key whose being required the type does not say may be absent.
 */
export type Infer<Of extends Shape> = Shape extends Of ? unknown : InferKind<Of>;

type InferKind<Of extends Shape> = Of extends TextShape
	? string
	: Of extends NumberShape
		? number
		: Of extends BooleanShape
			? boolean
			: Of extends ChoiceShape
				? Of["of"][number]
				: Of extends NullableShape
					? Infer<Of["of"]> | null
					: Of extends ListShape
						? readonly Infer<Of["of"]>[]
						: Of extends RecordShape
							? Readonly<Record<string, Infer<Of["of"]>>>
							: Of extends UnionShape
								? Infer<Of["of"][number]>
								: Of extends ObjectShape
									? InferKeys<Of["keys"], RequiredOf<Of>>
									: unknown;

type InferKeys<Keys extends ShapeKeys, Required> = Flat<
	{ readonly [Key in keyof Keys as Key extends Required ? Key : never]: Infer<Keys[Key]> } & {
		readonly [Key in keyof Keys as Key extends Required ? never : Key]?: Infer<Keys[Key]>;
	}
>;

type RequiredOf<Of extends ObjectShape> = Of extends { readonly required?: readonly (infer Key)[] }
	? string extends Key
		? never
		: Key
	: never;

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
