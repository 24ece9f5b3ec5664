import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarize, summarizeText } from "../summarize.ts";
import { readCrontab, readService } from "./services.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-b-system", "crontab", readCrontab, "-l", []],
	["programs-b-system", "crontab", readCrontab, "-u dev -l", []],
	["programs-b-system", "crontab", readCrontab, "tab", ["changes tab"]],
	["programs-b-system", "service", readService, "nginx status", []],
	["programs-b-system", "service", readService, "nginx restart", ["changes restart"]],
];

describe("the words of service and crontab", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});

describe("crontab", () => {
	it("[programs-b-system] crontab without words takes what runs later from its input", () => {
		expect(summarize(readCrontab([]))).toEqual(["ask"]);
	});
});
