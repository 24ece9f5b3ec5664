import { describe, expect, it } from "vitest";
import { agentDefinitionShape, ceilingShape, fragmentShape, overridesShape, profileShape } from "./document-shapes.ts";
import type { Shape } from "./shape.ts";
import { toJsonSchema } from "./to-json-schema.ts";

describe("toJsonSchema", () => {
	it("says what the shape says", () => {
		const shape: Shape = {
			kind: "object",
			required: ["a"],
			keys: {
				a: { kind: "nullable", of: { kind: "number", minimum: 0, integer: true }, description: "A.", default: 3, nullMeans: "no limit" },
				b: { kind: "list", of: { kind: "choice", of: [false, "x"] } },
			},
		};
		expect(toJsonSchema(shape)).toEqual({
			$schema: "http://json-schema.org/draft-07/schema#",
			type: "object",
			required: ["a"],
			additionalProperties: false,
			properties: {
				a: {
					description: "A.",
					default: 3,
					anyOf: [
						{ type: "null", description: "no limit" },
						{ type: "integer", minimum: 0 },
					],
				},
				b: { type: "array", maxItems: 20_000, items: { enum: [false, "x"] } },
			},
		});
	});

	it("[policy-10-schema-descriptions] every key of every document has a description for editors", () => {
		for (const shape of [profileShape, fragmentShape, ceilingShape, overridesShape, agentDefinitionShape]) {
			expect(undescribed(shape, "")).toEqual([]);
		}
	});
});

function undescribed(shape: Shape, path: string): string[] {
	if (shape.kind === "nullable" || shape.kind === "list" || shape.kind === "record") return undescribed(shape.of, `${path}[]`);
	if (shape.kind === "union") return shape.of.flatMap((member) => undescribed(member, path));
	if (shape.kind !== "object") return [];
	return Object.entries(shape.keys).flatMap(([key, member]) => [
		...(hasDescription(member) ? [] : [`${path}.${key}`]),
		...undescribed(member, `${path}.${key}`),
	]);
}

function hasDescription(shape: Shape): boolean {
	return shape.description !== undefined || (shape.kind === "nullable" && shape.of.description !== undefined);
}
