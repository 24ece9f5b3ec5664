import { describe, expect, it } from "vitest";
import { childPath, misleadingCharacter, nearestName, quoteText, showText } from "./texts.ts";

describe("nearestName", () => {
	const known = ["read_paths", "write_paths", "blocked_paths", "max_turns", "level"];

	it.each([
		["read_path", "read_paths"],
		["readPaths", "read_paths"],
		["raed_paths", "read_paths"],
		["wirte_paths", "write_paths"],
		["max-turns", "max_turns"],
		["Levle", "level"],
	])("%s is near %s", (name, near) => {
		expect(nearestName(name, known)).toBe(near);
	});

	it("nothing is near a name that is far from all, empty or endless", () => {
		for (const name of ["frobnicate", "", "__", "x".repeat(100_000)]) expect(nearestName(name, known)).toBeUndefined();
	});
});

describe("quoteText", () => {
	it("writes out what a person could not see", () => {
		expect(quoteText("a\u202eb\u200bc\u001b[31m\nd")).toBe("'a\\u{202e}b\\u{200b}c\\u{1b}[31m\\u{a}d'");
	});

	it("clips what is too long to read", () => {
		expect(quoteText("x".repeat(1_000_000)).length).toBeLessThan(90);
	});
});

describe("childPath", () => {
	it("joins keys by dots, entries by brackets, and quotes keys that hold other characters", () => {
		expect(childPath(childPath(childPath("", "tools"), "allowed"), 2)).toBe("tools.allowed[2]");
		expect(childPath("tools.permissions", "a.b")).toBe('tools.permissions["a.b"]');
	});
});

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
