import type { AnalyserFinding } from "../analyser.ts";

/** Judges package names of pip and its kin: what comes from an address or from outside the workspace must be named. */
export function pipPackages(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand) => (operand !== null && isElsewhere(operand) ? [finding(operand)] : []));
}

function isElsewhere(text: string): boolean {
	const address = text.replace(/^[^@/]+\s*@\s*/, "");
	return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(address) || /^(?:\/|~)/.test(address) || address.split("/").includes("..");
}

function finding(segment: string): AnalyserFinding {
	return { kind: "hazard", hazard: "redirects", segment, why: "takes code from this address instead of the index" };
}
