import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { compilerOutput, linkerOutput } from "./gcc.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-found-derived", "gcc", compilerOutput, "x.c", ["write a.out"]],
	["programs-found-derived", "gcc", compilerOutput, "-c a/x.c b/y.cc", ["write x.o", "write y.o"]],
	["programs-found-derived", "gcc", compilerOutput, "-o out/x x.c", []],
	["programs-found-derived", "gcc", compilerOutput, "-E x.c", []],
	["programs-found-derived", "ld", linkerOutput, "x.o", ["write a.out"]],
];

describe("the outputs of compilers and linkers", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
