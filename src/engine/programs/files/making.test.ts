import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { readCsplit, readDd, readMktemp, readSplit } from "./making.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-b-making", "dd", readDd, "if=a of=b bs=1M", ["read a", "write b"]],
	["programs-b-making", "dd", readDd, "if=a ?", ["read a", "ask"]],
	["programs-b-making", "split", readSplit, "f", ["write xaa", "names x"]],
	["programs-b-making", "split", readSplit, "f out/p", ["names out/p"]],
	["programs-b-making", "csplit", readCsplit, "f /x/", ["write xx00", "names xx"]],
	["programs-b-making", "csplit", readCsplit, "-f out/p f /x/", ["names out/p"]],
	["programs-b-making", "mktemp", readMktemp, "-u", []],
	["programs-b-making", "mktemp", readMktemp, "-d", ["write /tmp/tmp.XXXXXXXXXX"]],
	["programs-b-making", "mktemp", readMktemp, "-p out", ["write out/tmp.XXXXXXXXXX"]],
	["programs-b-making", "mktemp", readMktemp, "--tmpdir=out a.XXX", ["write out/a.XXX"]],
	["programs-b-making", "mktemp", readMktemp, "out/a.XXX", ["write out/a.XXX"]],
	["programs-b-making", "mktemp", readMktemp, "-t a.XXX", ["write /tmp/a.XXX"]],
	["programs-found-derived", "split", readSplit, "x out/part-", ["names out/part-"]],
	["programs-found-derived", "split", readSplit, "x out/.bashr", ["names out/.bashr", "ask"]],
	["programs-found-derived", "split", readSplit, "x opencode.jso", ["names opencode.jso", "ask"]],
	["programs-found-derived", "csplit", readCsplit, "-f p -b %02d x 1", ["names p"]],
	["programs-found-derived", "csplit", readCsplit, "-f p -b %.0dson x 1", ["names p", "ask"]],
];

describe("the words of programs that make files", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
