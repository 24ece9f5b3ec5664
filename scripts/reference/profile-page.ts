import { agentDefinitionShape, overridesShape, profileShape, type Shape } from "../../src/engine/index.ts";
import { code, page, table } from "./markdown.ts";

/** Every key of a profile, of overrides and of an agent definition. */
export function profilePage(): string {
	const known = new Set(rowsOf(profileShape).map(([key]) => key));
	const newIn = (shape: Shape) => rowsOf(shape).filter(([key]) => !known.has(key));
	return page(
		"Keys of definitions",
		"The JSON Schemas in `definitions/schema` say the same to editors. A key that is not here is a problem.",
		"## Profiles and fragments",
		table(["key", "value", "default", "meaning"], rowsOf(profileShape)),
		"## Overrides",
		"An agent definition and a spawn may override every key of a profile, and also:",
		table(["key", "value", "default", "meaning"], newIn(overridesShape)),
		"## Agent definitions",
		table(["key", "value", "default", "meaning"], rowsOf(agentDefinitionShape, 2)),
	);
}

type Row = readonly [string, string, string, string];

function rowsOf(shape: Shape, depth = 8, path = ""): readonly Row[] {
	const own: readonly Row[] = path === "" ? [] : [[code(path), describeShape(shape), defaultOf(shape), shape.description ?? ""]];
	if (depth === 0) return own;
	if (shape.kind === "object")
		return [
			...own,
			...Object.entries(shape.keys).flatMap(([key, inner]) => rowsOf(inner, depth - 1, path === "" ? key : `${path}.${key}`)),
		];
	if (shape.kind === "record" && path !== "") return [...own, ...rowsOf(shape.of, depth - 1, `${path}.<${shape.key}>`)];
	return own;
}

/** The value that a shape permits, in words. */
function describeShape(shape: Shape): string {
	switch (shape.kind) {
		case "text":
			return "text";
		case "choice":
			return shape.of.map((value) => code(String(value))).join(", ");
		case "number":
			return shape.integer ? "whole number" : "number";
		case "boolean":
			return "true or false";
		case "nullable":
			return `${describeShape(shape.of)}, or ${code("null")}${shape.nullMeans === undefined ? "" : ` = ${shape.nullMeans}`}`;
		case "list":
			return `list of ${describeShape(shape.of)}`;
		case "record":
			return `by ${shape.key}: ${describeShape(shape.of)}`;
		case "object":
			return "keys below";
		case "union":
			return shape.of.map(describeShape).join(", or ");
		case "anything":
			return "anything";
	}
}

function defaultOf(shape: Shape): string {
	return shape.default === undefined ? "" : code(JSON.stringify(shape.default));
}
