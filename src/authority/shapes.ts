import type {
	AnythingShape,
	BooleanShape,
	ChoiceShape,
	ListShape,
	NumberShape,
	ObjectShape,
	Shape,
	ShapeKeys,
	TextShape,
} from "../engine/index.ts";

/** Members of an object; those named in `required` must be there. */
function members<const Keys extends ShapeKeys, Required extends keyof Keys & string = never>(
	keys: Keys,
	required: readonly Required[] = [],
	// Only the list says what is required: the type that a place expects of the shape would make it every key.
): ObjectShape<Keys, NoInfer<Required>> {
	return { kind: "object", keys, required };
}

const text: TextShape = { kind: "text" };
/** Text as long as a line or a body allows. */
const longText: TextShape = { kind: "text", maxLength: 1_000_000 };
const flag: BooleanShape = { kind: "boolean" };
const anything: AnythingShape = { kind: "anything" };
const amount: NumberShape = { kind: "number", minimum: 0 };
/** How long a client may have the server wait. */
const seconds: NumberShape = { kind: "number", minimum: 0, maximum: 600 };

function choice<const Value extends string>(...of: readonly Value[]): ChoiceShape<NoInfer<Value>> {
	return { kind: "choice", of };
}

function list<const Of extends Shape>(of: Of): ListShape<Of> {
	return { kind: "list", of };
}

/** Shapes that the points say their inputs and answers with. */
export const shapes = { members, text, longText, flag, anything, amount, seconds, choice, list } as const;
