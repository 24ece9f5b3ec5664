import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { readPatch } from "./diff.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-b-comparing", "patch", readPatch, "-p1 -i x", ["ask"]],
	["programs-b-comparing", "patch", readPatch, "--dry-run -p1 -i x", ["ask"]],
	["programs-b-comparing", "patch", readPatch, "-b -z .json .mcp x", ["write .mcp.json", "ask"]],
	["programs-b-comparing", "patch", readPatch, "f x", ["ask"]],
	["programs-b-comparing", "patch", readPatch, "-o out/x f x.patch", ["ask"]],
];

describe("the words of patch", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
