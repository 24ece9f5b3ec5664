import type {
	BooleanShape,
	ChoiceShape,
	ListShape,
	NullableShape,
	NumberShape,
	ObjectShape,
	ShapeKeys,
	TextShape,
	UnionShape,
} from "./shape.ts";

/** A short text. */
export function text(description: string, maxLength?: number): TextShape {
	return { kind: "text", description, ...(maxLength === undefined ? {} : { maxLength }) };
}

/** A list of texts: rules, paths, hosts, names. */
export function texts(description: string): ListShape<TextShape> {
	return { kind: "list", of: { kind: "text", minLength: 1 }, description };
}

/** A list of rules that allow, each of them plain or with a condition. */
export function allowingRules(description: string): ListShape<UnionShape<readonly [TextShape, typeof conditionalRule]>> {
	return {
		kind: "list",
		description,
		of: {
			kind: "union",
			of: [{ kind: "text", minLength: 1 }, conditionalRule],
		},
	};
}

/** When a rule holds, if not always. */
export const condition: ChoiceShape<"confined"> = {
	kind: "choice",
	of: ["confined"],
	description: "It holds only for an agent that a sandbox of at least the profile's level confines; for any other one the same call asks.",
};

const conditionalRule = {
	kind: "object",
	required: ["rule", "when"],
	keys: { rule: { kind: "text", minLength: 1, description: "The rule." }, when: condition },
} as const satisfies ObjectShape;

/** One name, or a list of names. */
export function oneOrMore(description: string): UnionShape<readonly [TextShape, ListShape<TextShape>]> {
	return { kind: "union", of: [{ kind: "text", minLength: 1 }, texts("Names.")], description };
}

/** A number that bounds: 0 is zero, `null` is no limit. */
export function limit(description: string, absent: number | null, parts: { readonly integer?: boolean } = {}): NullableShape<NumberShape> {
	const number: NumberShape = { kind: "number", minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...parts };
	return { kind: "nullable", of: number, nullMeans: "no limit", description, default: absent };
}

/** A switch that is off unless it is written. */
export function flag(description: string): BooleanShape {
	return { kind: "boolean", default: false, description };
}

/** Who may be reached, or from whom messages are taken. */
export function targets(
	description: string,
): NullableShape<UnionShape<readonly [ChoiceShape<"parent" | "children" | "family">, ListShape<TextShape>]>> {
	return {
		kind: "nullable",
		nullMeans: "edges decide",
		default: null,
		description,
		of: {
			kind: "union",
			of: [{ kind: "choice", of: ["parent", "children", "family"] }, texts("Agent ids; in a list every word is an id.")],
		},
	};
}

/** The same object shape with further keys. */
export function withKeys<Keys extends ShapeKeys, Required extends string, const More extends ShapeKeys>(
	shape: ObjectShape<Keys, Required>,
	keys: More,
): ObjectShape<Keys & More, Required> {
	return { ...shape, keys: { ...shape.keys, ...keys } };
}
