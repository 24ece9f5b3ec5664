import type { AnalyserFinding } from "../analyser.ts";
import { responseFiles } from "./response-files.ts";

/**
 * For programs that run the files they are given, or settings beside them (pytest, jest, eslint): an operand in a
 * place that anyone can write to, or that leaves the working directory, must be named in the rule.
 */
export function codeOperands(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand) =>
		operand !== null && leaves(operand)
			? [{ kind: "hazard", hazard: "loads", segment: operand, why: "code outside the working directory would run" } as const]
			: [],
	);
}

/** The same for deno, which also fetches and runs what an address names. */
export function moduleOperands(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const remote = operands.flatMap((operand) =>
		operand !== null && /^[A-Za-z][A-Za-z0-9+.-]*:/.test(operand)
			? [{ kind: "hazard", hazard: "loads", segment: operand, why: "fetches and runs the code at this address" } as const]
			: [],
	);
	return [...remote, ...codeOperands(operands)];
}

/** The same for programs that also replace `@file` by the words in it (pytest, tsc). */
export function codeOrResponseOperands(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return [...responseFiles(operands), ...codeOperands(operands)];
}

// SECURITY: an absolute path may be the workspace's own, so only places outside every workspace count here; the rest is left to the path check.
function leaves(text: string): boolean {
	const path = text.replace(/^["']+/, "");
	return /^~|^\/(?:tmp|var|dev|proc|run|media|mnt|sys)(?:\/|$)/.test(path) || path.split(/[/\\]/)[0] === "..";
}
