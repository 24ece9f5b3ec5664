import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { readLess, readMan } from "./pagers.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-b-pagers", "less", readLess, "+G +12 +/foo f", []],
	["programs-b-pagers", "less", readLess, "+!id f", ["runs +!id"]],
	["programs-b-pagers", "less", readLess, "-- +!id", []],
	["programs-b-pagers", "less", readLess, "-N -x4 -j.5 f", []],
	["programs-b-pagers", "less", readLess, "-Ix8olog f", ["write log"]],
	["programs-b-pagers", "less", readLess, "-pfoo$olog f", ["write log"]],
	["programs-b-pagers", "less", readLess, "-Nkkeys f", ["loads -Nkkeys"]],
	["programs-b-pagers", "man", readMan, "3 printf", []],
	["programs-b-pagers", "man", readMan, "./x.1", ["loads ./x.1"]],
];

describe("the words of less and man", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
