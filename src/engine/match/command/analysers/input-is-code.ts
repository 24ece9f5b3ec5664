import type { AnalyserFinding } from "../analyser.ts";

/** For programs that, called without a command, run the code on their input (deno); gets every word after the name. */
export function inputIsCode(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const onlyTells = words.length > 0 && words.every((word) => word !== null && /^(?:--version|-V|--help|-h|-v)$/.test(word));
	return onlyTells ? [] : [{ kind: "ask", segment: "", why: "it runs whatever arrives on its input" }];
}
