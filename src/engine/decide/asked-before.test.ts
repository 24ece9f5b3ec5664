import { describe, expect, it } from "vitest";
import { wasAskedBefore } from "./asked-before.ts";

describe("what was asked before", () => {
	it("[decide-kept] is known the second time, and apart for each salt", () => {
		expect([wasAskedBefore("src/a.ts", 7), wasAskedBefore("src/a.ts", 7), wasAskedBefore("src/a.ts", 8)]).toEqual([false, true, false]);
	});

	it("[decide-kept] is not confused with texts that differ in one blank", () => {
		const texts = Array.from({ length: 1_000 }, (_, index) => `ls ${index.toString(2).replaceAll("0", " ").replaceAll("1", "\t")}`);
		expect(texts.filter((text) => wasAskedBefore(text, 9))).toEqual([]);
	});

	it("[decide-kept] is found out in the end for everything that comes back, though places are few", () => {
		const texts = Array.from({ length: 20_000 }, (_, index) => `/ws/file-${index}`);
		const known = new Set<string>();
		for (let round = 0; round < 12; round++) for (const text of texts) if (!known.has(text) && wasAskedBefore(text, 10)) known.add(text);
		expect(known.size).toBe(texts.length);
	});
});
