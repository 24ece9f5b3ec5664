import type { AnalyserFinding } from "../analyser.ts";
import { access, undecided } from "./findings.ts";
import { gitRepository } from "./git-urls.ts";

/** Judges the operands of `git clone`: the repository, and the directory that git makes when none is named. */
export function gitClone(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const [repository, directory] = operands;
	if (repository === undefined) return [];
	if (repository === null) return [undecided("", "which repository git talks to is only known when the shell runs")];
	const findings = gitRepository(repository);
	if (directory !== undefined) return findings;
	const trimmed = repository
		.replace(/\/+$/, "")
		.replace(/\/?\.git$/, "")
		.replace(/\.bundle$/, "");
	const name = trimmed.slice(Math.max(trimmed.lastIndexOf("/"), trimmed.lastIndexOf(":")) + 1);
	return [...findings, access("write", name === "" ? "repository" : name)];
}
