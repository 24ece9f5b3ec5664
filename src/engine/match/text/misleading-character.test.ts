import { describe, expect, it } from "vitest";
import { misleadingCharacter, showText } from "./misleading-character.ts";

describe("misleadingCharacter", () => {
	it("[command-limits] finds what a person does not see as the shell reads it", () => {
		for (const text of [
			"a\u202Eb",
			"a\u200Bb",
			"a\u00ADb",
			"a\rb",
			"a\u0000b",
			"a\u2028b",
			"a\uFEFFb",
			"a\u0085b",
			"a\uD800b",
			"a\u{E0041}b",
			"a\u200Db",
			"a\u034Fb",
			"a\u115Fb",
			"a\u3164b",
			"a\uFFA0b",
			"a\uFE00b",
			"a\uFE0Fb",
		]) {
			expect(misleadingCharacter(text), JSON.stringify(text)).toMatchObject({ at: 1 });
		}
	});
	it("lets letters of every script and emoji with a joiner or a variation selector pass", () => {
		for (const text of ["plain", "größe", "日本語", "👩‍💻", "❤️", "👩🏽‍🚀", "🏳️‍🌈", "1️⃣", "✔️"])
			expect(misleadingCharacter(text), text).toBeNull();
	});
	it("leaves out what is excepted", () => {
		expect(misleadingCharacter("a\tb\n", "\t\n")).toBeNull();
		expect(misleadingCharacter("a\tb\n")).toMatchObject({ name: "U+0009" });
	});
	it("shows text without what misleads, and not too much of it", () => {
		expect(showText("a\u202Eb\n")).toBe("a\uFFFDb\uFFFD");
		expect(showText("x".repeat(500))).toHaveLength(200);
	});
});
