import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { readTree } from "./listing.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-b-listing", "tree", readTree, "-L 2 src", ["read src"]],
	["programs-b-listing", "tree", readTree, "-o x", ["write x", "read ."]],
	["programs-b-listing", "tree", readTree, "-Lo 2 x src", ["write x", "read src"]],
	["programs-b-listing", "tree", readTree, "-L2 -aR", ["changes -aR", "read ."]],
	["programs-b-listing", "tree", readTree, "--infofile=x --sort name", ["read x", "read ."]],
	["programs-b-listing", "tree", readTree, "-- -o", ["read -o"]],
	["programs-b-listing", "tree", readTree, "?", ["ask"]],
];

describe("the words of tree", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
