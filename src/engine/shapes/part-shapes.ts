import type { BooleanShape, ChoiceShape, ListShape, NullableShape, NumberShape, ObjectShape, TextShape, UnionShape } from "./shape.ts";

/** A short text. */
export function text(description: string, maxLength?: number): TextShape {
	return { kind: "text", description, ...(maxLength === undefined ? {} : { maxLength }) };
}

/** A list of texts: rules, paths, hosts, names. */
export function texts(description: string): ListShape {
	return { kind: "list", of: { kind: "text", minLength: 1 }, description };
}

/** A list of rules that allow, each of them plain or with a condition. */
export function allowingRules(description: string): ListShape {
	return {
		kind: "list",
		description,
		of: {
			kind: "union",
			of: [
				{ kind: "text", minLength: 1 },
				{
					kind: "object",
					required: ["rule", "when"],
					keys: { rule: { kind: "text", minLength: 1, description: "The rule." }, when: condition },
				},
			],
		},
	};
}

/** When a rule holds, if not always. */
export const condition: ChoiceShape = {
	kind: "choice",
	of: ["confined"],
	description: "It holds only for an agent that a sandbox of at least the profile's level confines; for any other one the same call asks.",
};

/** One name, or a list of names. */
export function oneOrMore(description: string): UnionShape {
	return { kind: "union", of: [{ kind: "text", minLength: 1 }, texts("Names.")], description };
}

/** A number that bounds: 0 is zero, `null` is no limit. */
export function limit(description: string, absent: number | null, parts: { readonly integer?: boolean } = {}): NullableShape {
	const number: NumberShape = { kind: "number", minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...parts };
	return { kind: "nullable", of: number, nullMeans: "no limit", description, default: absent };
}

/** A switch that is off unless it is written. */
export function flag(description: string): BooleanShape {
	return { kind: "boolean", default: false, description };
}

/** Who may be reached, or from whom messages are taken. */
export function targets(description: string): NullableShape {
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

/** The same object shape with other or further keys. */
export function withKeys(shape: ObjectShape, keys: ObjectShape["keys"]): ObjectShape {
	return { ...shape, keys: { ...shape.keys, ...keys } };
}
