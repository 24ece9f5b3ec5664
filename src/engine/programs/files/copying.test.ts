import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { copiedNames, readLn } from "./copying.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-b-copying", "ln", readLn, "a b", ["write b", "write a"]],
	["programs-b-copying", "ln", readLn, "-s /etc/passwd out/x", ["write out/x", "write /etc/passwd"]],
	["programs-b-copying", "ln", readLn, "-s hooks .git/x", ["write .git/x", "write .git/x/hooks", "write .git/hooks"]],
	["programs-b-copying", "ln", readLn, "-s ../a", ["write a", "write ./../a"]],
	["programs-b-copying", "ln", readLn, "-st out a", ["write out", "write out/a"]],
	["programs-b-copying", "ln", readLn, "? b", ["ask"]],
	["programs-found-derived", "cp", copiedNames, "a b", []],
	["programs-found-derived", "cp", copiedNames, "-b a b", ["write b~", "write b/a~"]],
	["programs-found-derived", "cp", copiedNames, "-S .json x .mcp", ["write .mcp.json", "write .mcp/x.json"]],
	["programs-found-derived", "cp", copiedNames, "--parents a/b c", ["write c/a/b"]],
	["programs-found-derived", "cp", copiedNames, "-r a/. out", ["write out/*", "links out"]],
	["programs-found-derived", "cp", copiedNames, "-t . ?", ["write ./*", "links .", "ask"]],
	["programs-found-derived", "ln", readLn, "-S .json x .mcp", ["write .mcp", "write .mcp.json", "write .mcp/x.json", "write x"]],
];

describe("the names that copies and links get", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
