import type { AnalyserFinding } from "../analyser.ts";
import { readTree } from "./findings.ts";

/**
 * Judges the operands of a git command that shows content for names that are not spelled out.
 *
 * SECURITY: in a pathspec `*` also stands for slashes and for a leading dot (`'*env'` is `.env` too), `:(icase)` makes any
 * spelling fit, and a stash may hold files that git ignores.
 */
export function gitPathspecs(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const findings: AnalyserFinding[] = [];
	for (const operand of operands) {
		if (operand === null || !isSpecial(operand)) continue;
		if (/^:\([^)]*icase/i.test(operand) || /^(?:refs\/)?stash(?:[@^~:]|$)/.test(operand)) {
			findings.push(readTree("."));
			continue;
		}
		const text = operand.replace(/^:(?:\([^)]*\)|[!^/]+)/, "");
		const wildcard = text.search(/[*?[]/);
		if (wildcard < 0 || /\^\{|^:\//.test(operand)) continue;
		findings.push(readTree(text.slice(0, text.lastIndexOf("/", wildcard) + 1) || "."));
	}
	return findings;
}

/** Whether there can be more to an operand than a name. */
function isSpecial(operand: string): boolean {
	return operand.includes("stash") || /[:*?[]/.test(operand);
}
