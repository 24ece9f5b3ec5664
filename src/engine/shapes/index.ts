/** Documents as data: a shape says what a value must look like, how it is read, what is wrong with it and its JSON Schema. */
export { agentDefinitionShape, ceilingShape, fragmentShape, overridesShape, profileShape } from "./document-shapes.ts";
export { checkShape, type ReadOutcome, readShape } from "./read-shape.ts";
export type {
	AnythingShape,
	BooleanShape,
	ChoiceShape,
	Infer,
	Json,
	ListShape,
	NullableShape,
	NumberShape,
	ObjectShape,
	RecordShape,
	Shape,
	ShapeKeys,
	TextShape,
} from "./shape.ts";
export { childPath, misleadingCharacter, nearestName, quoteText, showText } from "./texts.ts";
export { toJsonSchema } from "./to-json-schema.ts";
