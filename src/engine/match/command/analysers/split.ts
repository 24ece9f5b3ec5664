import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { access, undecided } from "./findings.ts";

/** Reads the operands of split: without a prefix the pieces are `xaa`, `xab` … in the working directory. */
export const split: Analyser = (operands) => (operands.length < 2 ? [access("write", "xaa")] : pieceNames(operands[1] ?? null));

/** SECURITY: the third piece of `split -a 1 x .bashr` is `.bashrc`: a prefix that may be completed to a name is asked about. */
export function pieceNames(prefix: string | null): readonly AnalyserFinding[] {
	if (prefix === null) return [];
	const hidden = prefix.split("/").some((part) => part.startsWith(".") && part !== "." && part !== "..");
	const unfinished = /\.[A-Za-z]+$/.test(prefix);
	return hidden || unfinished ? [undecided("", "a piece may get the name of a file that is protected")] : [];
}
