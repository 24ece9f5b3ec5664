import { describe, expect, it } from "vitest";
import { parseMoment } from "./clock.ts";

describe("parseMoment", () => {
	it("reads ISO 8601 and seconds since 1970, and nothing else", () => {
		expect(parseMoment("2026-01-02T03:04:05Z")).toBe(Date.UTC(2026, 0, 2, 3, 4, 5));
		expect(parseMoment("2026-01-02")).toBe(Date.UTC(2026, 0, 2));
		expect(parseMoment(1.5)).toBe(1_500);
		for (const value of ["1", "tomorrow", "2026-13-01", "1969-01-01", "+12026-01-01", -1, Number.NaN, 1e15, null, {}, ""])
			expect(parseMoment(value)).toBeNull();
	});
});
