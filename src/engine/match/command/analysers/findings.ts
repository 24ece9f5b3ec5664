import type { AnalyserFinding } from "../analyser.ts";
import type { Hazard } from "../program-table.ts";

/** A thing that only a rule which names it covers. */
export function hazard(kind: Hazard, segment: string, why: string, at?: number): AnalyserFinding {
	return { kind: "hazard", hazard: kind, segment, why, ...(at === undefined ? {} : { at }) };
}

/** A thing that cannot be decided before the program runs. */
export function undecided(segment: string, why: string, at?: number): AnalyserFinding {
	return { kind: "ask", segment, why, ...(at === undefined ? {} : { at }) };
}

/** A path that is read or written. */
export function access(kind: "read" | "write", path: string): AnalyserFinding {
	return { kind, path };
}

/** A directory whose whole content is read. */
export function readTree(path: string): AnalyserFinding {
	return { kind: "read", path, tree: true };
}

/** The same findings, each once, in the order in which they were met. */
export function distinct(findings: readonly AnalyserFinding[]): readonly AnalyserFinding[] {
	const seen = new Map<string, AnalyserFinding>();
	for (const finding of findings) seen.set(JSON.stringify(finding), finding);
	return [...seen.values()];
}
