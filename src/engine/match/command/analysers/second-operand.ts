import type { AnalyserFinding } from "../analyser.ts";

/** For commands that show with one operand and set with two: `git symbolic-ref HEAD refs/heads/main`, `npm config`-like forms. */
export function secondOperand(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const second = operands[1];
	if (second === undefined) return [];
	return [
		{ kind: "hazard", hazard: "changes", segment: second ?? "", why: "with a second operand the command sets what it otherwise shows" },
	];
}
