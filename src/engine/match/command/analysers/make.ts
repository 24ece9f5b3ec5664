import type { AnalyserFinding } from "../analyser.ts";

/** Judges the operands of make: a variable set on the command line overrides the makefile and ends up in its recipes. */
export function make(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand) => {
		if (operand === null) return [unknownWord];
		if (!operand.includes("=") || isHarmlessSwitch(operand)) return [];
		return [
			{
				kind: "hazard",
				hazard: "runs",
				segment: operand,
				why: "a variable of make becomes part of the commands that it runs (SHELL=, CC=, FLAGS=)",
			} as const,
		];
	});
}

const unknownWord: AnalyserFinding = {
	kind: "ask",
	segment: "",
	why: "the word may set a variable of make, which becomes part of the commands that it runs",
};

// SECURITY: only words that cannot name a program or carry shell text; `.SHELLFLAGS`, SHELL and MAKE… are never switches.
function isHarmlessSwitch(operand: string): boolean {
	const match = /^([A-Z][A-Z0-9_]*)=(?:[0-9]{1,6}|true|false|yes|no|on|off|y|n)$/.exec(operand);
	return match !== null && !/^(SHELL|MAKE.*|GNUMAKEFLAGS|VPATH|CC|CXX|LD|AR)$/.test(match[1] ?? "");
}
