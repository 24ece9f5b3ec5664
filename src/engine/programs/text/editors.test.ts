import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { readEditor } from "./editors.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-b-editors", "vim", readEditor, "--version", []],
	["programs-b-editors", "vim", readEditor, "+12 f", ["ask"]],
	["programs-b-editors", "vim", readEditor, "+!id f", ["runs +!id", "ask"]],
];

describe("the words of an editor", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
