import { describe, expect, it } from "vitest";
import { profileShape } from "../engine/index.ts";
import { readParts } from "./read-parts.ts";

describe("readParts", () => {
	it("[cli-check-whole] leaves out what is wrong and reads the rest", () => {
		const read = readParts({ tools: { alowed: ["x"], allowed: ["Read", 5, "Grep"] }, level: 7, resources: { max_turns: 2 } }, profileShape);
		expect(read.problems.map(({ path }) => path)).toEqual(["tools.alowed", "tools.allowed[1]", "level"]);
		expect(read.value).toMatchObject({ resources: { max_turns: 2 } });
		expect(read.value).not.toHaveProperty("level");
	});

	it("[cli-check-whole] the entries of a list keep their places, and a place that was left out is known", () => {
		const { value, isLeftOut } = readParts({ tools: { allowed: [5, "Read"] } }, profileShape);
		expect(value?.tools?.allowed?.[1]).toBe("Read");
		expect(isLeftOut("tools.allowed[0]")).toBe(true);
		expect(isLeftOut("tools.allowed[1]")).toBe(false);
	});

	it("[cli-check-whole] a value without problems is the whole document, and one with nothing left is not one", () => {
		expect(readParts({ level: "standard" }, profileShape)).toMatchObject({ value: { level: "standard" }, problems: [] });
		expect(readParts(["not", "a", "profile"], profileShape).value).toBeUndefined();
	});
});
