import { describe, expect, it } from "vitest";
import type { Analyser } from "./analyser.ts";
import { anyOperandChanges, codeOperands, codeOrResponseOperands } from "./operand-analysers.ts";
import { summarizeText } from "./summarize.ts";

const found = (analyser: Analyser, ...operands: readonly (string | null)[]) =>
	analyser(operands).map((finding) => (finding.kind === "hazard" ? finding.segment : finding.kind));

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-b-machine", "hostname", anyOperandChanges, "evil", ["changes evil"]],
	["programs-b-machine", "hostname", anyOperandChanges, "?", ["ask"]],
];

describe("operands that change the machine", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});

describe("operands that are code", () => {
	it("[programs-a-pytest] code outside the working directory and response files must be named", () => {
		expect(found(codeOrResponseOperands, "tests/test_a.py::test_x", "/ws/tests", "src")).toEqual([]);
		expect(found(codeOrResponseOperands, "@args", "/tmp/x", "../x", "~/x")).toEqual(["@args", "/tmp/x", "../x", "~/x"]);
		expect(found(codeOperands, "@smoke", "/dev/shm/x")).toEqual(["/dev/shm/x"]);
	});
});
