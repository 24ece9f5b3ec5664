import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { readDate, testCondition } from "./printing.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-b-printing", "date", readDate, "+%F", []],
	["programs-b-printing", "date", readDate, "010100002020", ["changes 010100002020"]],
	["programs-b-printing", "test", testCondition, "-f a ]", []],
	["programs-b-printing", "test", testCondition, "-v name", []],
	["programs-b-printing", "test", testCondition, "-v a[$(id)]", ["runs a[$(id)]"]],
];

describe("the words of date and test", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
