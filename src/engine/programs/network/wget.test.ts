import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { readWget } from "./wget.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-b-wget", "wget", readWget, "https://a.example/b/c.txt", ["write c.txt"]],
	["programs-b-wget", "wget", readWget, "https://a.example", ["write index.html"]],
	["programs-b-wget", "wget", readWget, "-qO- https://a.example", []],
	["programs-b-wget", "wget", readWget, "-O out/x https://a.example", ["write out/x"]],
	["programs-b-wget", "wget", readWget, "-P out https://a.example/x", ["write out/x"]],
	["programs-b-wget", "wget", readWget, "-r https://a.example -P out", ["write out/*", "links out"]],
	["programs-b-wget", "wget", readWget, "--spider https://a.example", []],
	["programs-b-wget", "wget", readWget, "-o log -O- https://a.example", ["write log"]],
	["programs-b-wget", "wget", readWget, "-b -O- https://a.example", ["write wget-log"]],
];

describe("the words of wget", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
