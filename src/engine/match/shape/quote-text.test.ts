import { describe, expect, it } from "vitest";
import { childPath } from "./child-path.ts";
import { quoteText } from "./quote-text.ts";

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
