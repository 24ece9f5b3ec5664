import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { gitFormatPatch } from "./git-work.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-found-derived", "git format-patch", gitFormatPatch, "-1", ["tracked .", "write 0001-commit.patch"]],
	["programs-found-derived", "git format-patch", gitFormatPatch, "-oout -1", ["tracked .", "write out/0001-commit.patch"]],
	["programs-found-derived", "git format-patch", gitFormatPatch, "--stdout -1", ["tracked ."]],
];

describe("the patches that git writes", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
