import { BOUNDS, type Json, type Shape } from "./shape.ts";

/** A JSON Schema (draft 7, which editors of YAML know best) that says what the shape says. */
export function toJsonSchema(shape: Shape): { readonly [key: string]: Json } {
	return { $schema: "http://json-schema.org/draft-07/schema#", ...schemaOf(shape) };
}

function schemaOf(shape: Shape): { readonly [key: string]: Json } {
	return { ...documented(shape), ...bodyOf(shape) };
}

function documented(shape: Shape): { readonly [key: string]: Json } {
	return {
		...(shape.description === undefined ? {} : { description: shape.description }),
		...(shape.default === undefined ? {} : { default: shape.default }),
	};
}

function bodyOf(shape: Shape): { readonly [key: string]: Json } {
	switch (shape.kind) {
		case "text":
			return {
				type: "string",
				maxLength: shape.maxLength ?? BOUNDS.text,
				...(shape.minLength === undefined ? {} : { minLength: shape.minLength }),
				...(shape.pattern === undefined ? {} : { pattern: shape.pattern.expression }),
			};
		case "choice":
			return { enum: [...shape.of] };
		case "number":
			return {
				type: shape.integer ? "integer" : "number",
				...(shape.minimum === undefined ? {} : { minimum: shape.minimum }),
				...(shape.maximum === undefined ? {} : { maximum: shape.maximum }),
			};
		case "boolean":
			return { type: "boolean" };
		case "nullable":
			return { anyOf: [{ type: "null", ...(shape.nullMeans === undefined ? {} : { description: shape.nullMeans }) }, schemaOf(shape.of)] };
		case "list":
			return { type: "array", items: schemaOf(shape.of), maxItems: BOUNDS.entries };
		case "record":
			return { type: "object", additionalProperties: schemaOf(shape.of) };
		case "object":
			return {
				type: "object",
				properties: Object.fromEntries(Object.entries(shape.keys).map(([key, member]) => [key, schemaOf(member)])),
				additionalProperties: false,
				...(shape.required === undefined ? {} : { required: [...shape.required] }),
			};
		case "union":
			return { anyOf: shape.of.map(schemaOf) };
		case "anything":
			return {};
	}
}
