import type { AnalyserFinding } from "../analyser.ts";

/** For `bun run` and its kin, whose operand is the name of a script or else a file: a file must be named in the rule. */
export function scriptFile(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const first = operands[0];
	if (first === undefined) return [];
	if (first === null) return [{ kind: "ask", segment: "", why: "what runs is only known when the shell runs" }];
	if (!/[/\\]|\.[cm]?[jt]sx?$|\.(?:sh|json|wasm)$|^-$/.test(first)) return [];
	return [{ kind: "hazard", hazard: "runs", segment: first, why: "this is a file that is run, not a script of the project" }];
}
