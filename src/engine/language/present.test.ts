import { describe, expect, expectTypeOf, it } from "vitest";
import { present } from "./present.ts";

describe("present", () => {
	it("leaves out what is undefined, and nothing else, in the same order", () => {
		const given = { b: undefined, a: null, d: 0, c: "", __proto__: { inherited: 1 } };
		expect(Object.entries(present(given))).toEqual([
			["a", null],
			["d", 0],
			["c", ""],
		]);
	});

	it("says that what may be undefined may be absent", () => {
		const say = (status?: "on") => present({ status, count: 1 });
		expectTypeOf(say).returns.toEqualTypeOf<{ status?: "on"; count: number }>();
		expect(say()).toEqual({ count: 1 });
	});
});
