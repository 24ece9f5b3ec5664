import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { readPs } from "./processes.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-b-machine", "ps", readPs, "aux", []],
	["programs-b-machine", "ps", readPs, "-ef", []],
	["programs-b-machine", "ps", readPs, "-C node", []],
	["programs-b-machine", "ps", readPs, "auxe", ["ask"]],
];

describe("the words of ps", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
