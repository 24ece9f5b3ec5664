import type { AnalyserFinding } from "../analyser.ts";

/** Findings as short texts, for tests: `read a`, `write b`, `runs -x`, `ask`, `url h`, `shell text`, `command a …`. */
export function summarize(findings: readonly AnalyserFinding[]): readonly string[] {
	return findings.map((finding) => {
		switch (finding.kind) {
			case "hazard":
				return `${finding.hazard} ${finding.segment}`.trim();
			case "ask":
				return "ask";
			case "url":
				return `url ${finding.url}`;
			case "shell":
				return `shell ${finding.text}`;
			case "command":
				return `command ${finding.words.map((word) => word ?? "?").join(" ")}`;
			default:
				return `${finding.tree === true ? "tree" : finding.kind} ${finding.path}`;
		}
	});
}
