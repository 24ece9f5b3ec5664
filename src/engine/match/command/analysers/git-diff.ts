import type { AnalyserFinding } from "../analyser.ts";
import { gitPathspecs } from "./git-pathspecs.ts";

/** Judges the operands of `git diff`: two paths of which one lies outside the working tree mean `--no-index`, also unsaid. */
export function gitDiff(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	if (!operands.some((operand) => operand !== null && leaves(operand))) return gitPathspecs(operands);
	const words = operands.filter((operand) => operand !== null);
	if (words.filter(looksLikePath).length < 2) return gitPathspecs(operands);
	const outside = words.find(leaves) ?? "";
	return [
		{ kind: "hazard", hazard: "redirects", segment: outside, why: "git compares two files outside the repository, as --no-index does" },
		...words.filter(looksLikePath).map((path) => ({ kind: "read", path }) as const),
	];
}

const SLASH = 47;
const TILDE = 126;

function leaves(text: string): boolean {
	const first = text.charCodeAt(0);
	if (first === SLASH || first === TILDE) return true;
	return text.includes("..") && text.split("/").includes("..");
}

function looksLikePath(text: string): boolean {
	return leaves(text) || text.includes("/") || text.includes(".");
}
