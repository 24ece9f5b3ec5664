import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canonicalJson, sha256 } from "./digest.ts";

describe("sha256", () => {
	it("agrees with the platform for every length around the block size, and for text beyond ASCII", () => {
		const platform = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");
		const texts = Array.from({ length: 200 }, (_, length) => "a".repeat(length));
		for (const text of [...texts, "grüße 🌍", "\u0000", "x".repeat(100_000)]) expect(sha256(text)).toBe(platform(text));
	});
});

describe("canonicalJson", () => {
	it("is the same for every order of keys and leaves out what is undefined", () => {
		expect(canonicalJson({ b: [1, { d: null, c: "x" }], a: true, e: undefined })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}');
		expect(canonicalJson({ a: true, b: [1, { c: "x", d: null }] })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}');
	});
});
