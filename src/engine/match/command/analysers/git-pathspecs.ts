import type { AnalyserFinding } from "../analyser.ts";
import { readTree } from "./findings.ts";

/**
 * Judges the operands of a git command that shows content for names that are not spelled out.
 *
 * SECURITY: in a pathspec `*` also stands for slashes and for a leading dot (`'*env'` is `.env` too), `:(icase)` makes any
 * spelling fit, and a stash may hold files that git ignores.
 */
export function gitPathspecs(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand) => {
		if (operand === null) return [];
		if (/^:\([^)]*icase/i.test(operand) || /^(?:refs\/)?stash(?:[@^~:]|$)/.test(operand)) return [readTree(".")];
		const text = operand.replace(/^:(?:\([^)]*\)|[!^/]+)/, "");
		const wildcard = text.search(/[*?[]/);
		if (wildcard < 0 || /\^\{|^:\//.test(operand)) return [];
		return [readTree(text.slice(0, text.lastIndexOf("/", wildcard) + 1) || ".")];
	});
}
