import type { Analyser, AnalyserFinding } from "./analyser.ts";

/** What an analyser finds in the words of a text, as short texts, for tests; `?` is a word that is only known when the shell runs. */
export function summarizeText(analyser: Analyser, text: string): readonly string[] {
	return summarize(analyser(text.split(" ").map((word) => (word === "?" ? null : word))));
}

/** Findings as short texts, for tests: `read a`, `write b`, `runs -x`, `ask`, `url h`, `shell text`, `command a …`. */
export function summarize(findings: readonly AnalyserFinding[]): readonly string[] {
	return findings.map((finding) => {
		switch (finding.kind) {
			case "hazard":
				return `${finding.hazard} ${finding.segment}`.trim();
			case "ask":
				return "ask";
			case "unclear":
				return `unclear ${finding.segment}`;
			case "url":
				return `url ${finding.url}`;
			case "shell":
				return `shell ${finding.text}`;
			case "command":
				return `command ${finding.words.map((word) => word ?? "?").join(" ")}`;
			case "unknown-write":
				return "ask";
			case "script":
				return `script ${finding.segment}`;
			default:
				if (finding.tracked !== undefined) return `tracked ${finding.path}`;
				if (finding.begins !== undefined) return `names ${finding.path === "." ? "" : finding.path}${finding.begins}`;
				if (finding.kind === "write" && finding.tree === true) return `links ${finding.path}`;
				return `${finding.names?.length === 0 ? "list" : finding.tree === true ? "tree" : finding.kind} ${finding.path}`;
		}
	});
}
