import { describe, expect, it } from "vitest";
import type { ArgumentRule } from "../../vocabulary/index.ts";
import { containsArgumentRule } from "./index.ts";

describe("one argument rule inside another", () => {
	it.each<[ArgumentRule, ArgumentRule, boolean]>([
		["./src/**", "./src/**", true],
		["./src/**", "./src/a", false],
		[{ max: 10 }, { max: 5 }, true],
		[{ max: 10 }, { max: 20 }, false],
		[{ max: 10 }, {}, false],
		[{ max: 10 }, 7, true],
		[{ max: 10 }, "7", false],
		[{ min: 1 }, { min: 2, max: 3 }, true],
		[{ not: true }, { not: true }, true],
		[{ not: true }, { not: [true, "x"] }, true],
		[{ not: [true, "x"] }, { not: true }, false],
		[{ not: true }, false, true],
		[{ not: "a*" }, "b", false],
		[{ any: ["a", "b"] }, "a", true],
		[{ any: ["a", "b"] }, { any: ["b"] }, true],
		[{ any: ["a"] }, { any: ["a", "c"] }, false],
		[{ any: ["a*"] }, "ab", false],
		["a", { any: ["a"] }, true],
		[{ max_length: 5 }, { max_length: 5 }, true],
		[{ max_length: 5 }, "abcdef", false],
		[{ required: true }, { required: true }, true],
		[{ required: true }, {}, false],
	])("[policy-1-arguments] %j holds %j: %s", (outer, inner, holds) => {
		expect(containsArgumentRule(outer, inner)).toBe(holds);
	});
});
