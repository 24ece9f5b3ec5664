import type { AnalyserFinding } from "./analyser.ts";
import { hazardous, need, type Parts } from "./analysis.ts";
import { type Argument, dynamicArgument, staticArgument } from "./argument.ts";

/** Turns what an analyser found into needs, checks, texts and inner commands. */
export function readFinding(
	finding: AnalyserFinding,
	position: (index: number | undefined, segment: string) => number,
	words: readonly Argument[],
	parts: Parts,
): void {
	switch (finding.kind) {
		case "hazard":
			parts.needs.push(hazardous(position(finding.at, finding.segment), finding.segment, finding.why, finding.hazard));
			return;
		case "ask":
			parts.needs.push(
				need(position(finding.at, finding.segment), finding.segment || (words[0]?.source ?? ""), finding.why, "ask", "command-dynamic"),
			);
			return;
		case "read":
		case "write":
			parts.checks.push({
				role: finding.tree === true && finding.kind === "read" ? "read-tree" : finding.kind,
				argument: staticArgument(finding.path),
				at: -1,
			});
			return;
		case "url":
			parts.checks.push({ role: "url", argument: staticArgument(finding.url), at: position(undefined, finding.url) });
			return;
		case "shell":
			parts.texts.push({ argument: staticArgument(finding.text), at: -1 });
			return;
		case "command": {
			const list = finding.words.map((word) => (word === null ? dynamicArgument("{}", "", false) : staticArgument(word)));
			parts.inner.push({ words: list, at: -1, appends: finding.appends, needsRule: null, assignments: [] });
		}
	}
}

/** The position of the word that a finding is about; -1 when no rule can name it. */
export function positionOf(
	list: readonly { readonly argument: Argument; readonly at: number }[],
	index: number | undefined,
	segment: string,
): number {
	if (index !== undefined) return list[index]?.at ?? -1;
	if (segment === "") return -1;
	return list.find(({ argument }) => argument.text?.includes(segment) === true)?.at ?? -1;
}
