import type { AnalyserFinding } from "../analyser.ts";
import { undecided } from "./findings.ts";
import { gitRemote } from "./git-remote.ts";

/** Judges the operands of `git fetch` and `git pull`: the repository, and refspecs that write local branches (`a:main`). */
export function gitFetch(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return [...gitRemote(operands), ...operands.slice(1).flatMap(refspec)];
}

function refspec(text: string | null): readonly AnalyserFinding[] {
	if (text === null) return [undecided("", "which branch is written is only known when the shell runs")];
	const target = text.includes(":") ? text.slice(text.indexOf(":") + 1) : "";
	if (target === "" || target.startsWith("refs/remotes/") || text.includes("::") || text.includes("//") || text.includes("@")) return [];
	return [{ kind: "hazard", hazard: "changes", segment: text, why: "a target after `:` is a local branch that is moved" }];
}
