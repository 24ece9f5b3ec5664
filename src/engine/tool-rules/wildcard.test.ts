import { describe, expect, it } from "vitest";
import { compileWildcard } from "./index.ts";

describe("text with stars", () => {
	it.each([
		["abc", "abc", true],
		["abc", "abcd", false],
		["a*", "a", true],
		["a*c", "abbc", true],
		["a*c", "ac", true],
		["a*a", "a", false],
		["*b*", "abc", true],
		["a*b*c", "axbyc", true],
		["a*b*c", "acb", false],
		["a*bc*c", "abc", false],
		["*", "", true],
	])("%s matches %s: %s", (text, candidate, matches) => {
		expect(compileWildcard(text)(candidate)).toBe(matches);
	});

	it("stays fast with many stars", () => {
		const started = process.threadCpuUsage();
		expect(compileWildcard(`${"a*".repeat(100)}b`)("a".repeat(10_000))).toBe(false);
		expect(process.threadCpuUsage(started).user).toBeLessThan(200_000);
	});
});
