import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../engine/index.ts";
import { canonicalText } from "./canonical-text.ts";

describe("canonicalText", () => {
	it("is the engine's canonical JSON for every value", () => {
		fc.assert(fc.property(fc.jsonValue(), (value) => canonicalText(value) === canonicalJson(value)));
		fc.assert(
			fc.property(
				fc.dictionary(fc.string({ unit: "binary" }), fc.string({ unit: "binary" })),
				(value) => canonicalText(value) === canonicalJson(value),
			),
		);
	});

	it("leaves out what JSON has no word for", () => {
		expect(canonicalText({ b: undefined, a: Number.NaN, c: [undefined, () => 1] })).toBe('{"a":null,"c":[null,null]}');
		expect(canonicalText(undefined)).toBe("null");
	});

	it("keeps a member called __proto__", () => {
		expect(canonicalText(JSON.parse('{"__proto__":1,"a":{"__proto__":{"b":2}}}'))).toBe('{"__proto__":1,"a":{"__proto__":{"b":2}}}');
	});
});
