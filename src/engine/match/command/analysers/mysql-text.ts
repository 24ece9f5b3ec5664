import type { AnalyserFinding } from "../analyser.ts";

/** Judges every word of the mysql client: `\!` and `system` start a shell, some statements touch files. */
export function mysqlText(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const findings = words.flatMap((word): readonly AnalyserFinding[] => {
		if (word === null) return [{ kind: "ask", segment: "", why: "the statement is only known when the shell runs" }];
		return /\\[A-Za-z!.]|(?:^|;)\s*(?:system|source|tee|pager|edit)\b|\b(?:OUTFILE|DUMPFILE|LOAD_FILE|LOAD\s+DATA|LOAD\s+XML)\b/i.test(
			word.replace(/^(?:-e|--execute=)/, ""),
		)
			? [
					{
						kind: "hazard",
						hazard: "runs",
						segment: word,
						why: "the client's own commands and some statements start a shell and touch files",
					},
				]
			: [];
	});
	const given = words.some((word) => word !== null && /^(?:-[A-Za-z]*[eV?]|--(?:execute|version|help))/.test(word));
	return given ? findings : [...findings, { kind: "ask", segment: "", why: "it runs whatever arrives on its input, `\\!` included" }];
}
