import type { AnalyserFinding } from "../analyser.ts";
import { gitUrls } from "./git-urls.ts";

/** Names that remotes have by custom. */
const REMOTES = new Set(["origin", "upstream"]);

/**
 * Judges the repository that git pushes to or fetches from.
 *
 * SECURITY: a name without a slash is a remote only when the settings know it; else it is a directory, whose hooks run when
 * something is pushed there. Which of both cannot be seen, so that a rule must hold the name.
 */
export function gitRemote(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const findings = gitUrls(operands);
	const name = operands[0];
	if (findings.length > 0 || name === undefined || name === null || REMOTES.has(name)) return findings;
	return [{ kind: "ask", segment: name, at: 0, why: "this may be a remote, or a directory that is taken for a repository" }];
}
