import type { AnalyserFinding } from "../analyser.ts";
import { undecided } from "./findings.ts";
import { gitRemote } from "./git-remote.ts";

/** Judges the operands of `git push`: the repository, and refspecs that delete (`:branch`) or overwrite (`+branch`). */
export function gitPush(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return [...gitRemote(operands), ...operands.slice(1).flatMap(refspec)];
}

function refspec(text: string | null): readonly AnalyserFinding[] {
	if (text === null) return [undecided("", "which branch is overwritten or deleted is only known when the shell runs")];
	if (text.startsWith("+"))
		return [{ kind: "hazard", hazard: "changes", segment: text, why: "`+` overwrites the remote branch, as --force does" }];
	if (text.length > 1 && text.startsWith(":")) {
		return [{ kind: "hazard", hazard: "changes", segment: text, why: "an empty source deletes the remote branch, as --delete does" }];
	}
	return [];
}
