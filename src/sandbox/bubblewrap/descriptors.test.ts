import { describe, expect, it } from "vitest";
import { descriptorTable } from "./descriptors.ts";

describe("descriptorTable", () => {
	it("numbers follow standard input, output and error", () => {
		const table = descriptorTable(["ignore", "pipe", 7]);
		expect([table.add("pipe"), table.add(12)]).toEqual([3, 4]);
		expect(table.stdio([], () => 99)).toEqual(["ignore", "pipe", 7, "pipe", 12]);
	});

	it("[sandbox-6-others-replaced] every inherited number that is not taken is replaced", () => {
		const table = descriptorTable(["ignore", "pipe", "pipe"]);
		table.add("pipe");
		expect(table.stdio([3, 6, 5], () => 99)).toEqual(["ignore", "pipe", "pipe", "pipe", "ignore", 99, 99]);
	});
});
