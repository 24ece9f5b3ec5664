import type { AnalyserFinding } from "../analyser.ts";

/** Judges text that psql runs: its own commands begin with a backslash and can start a shell or touch files. */
export function psqlText(texts: readonly (string | null)[]): readonly AnalyserFinding[] {
	return texts.flatMap((text): readonly AnalyserFinding[] => {
		if (text === null) return [{ kind: "ask", segment: "", why: "the statement is only known when the shell runs" }];
		return /\\[A-Za-z!]|\bCOPY\b[\s\S]*\bPROGRAM\b|\b(?:COPY|pg_read_file|pg_ls_dir|lo_import|lo_export)\b/i.test(text) ? [escape(text)] : [];
	});
}

function escape(segment: string): AnalyserFinding {
	return { kind: "hazard", hazard: "runs", segment, why: "the client's own commands can start a shell, load code and touch files" };
}
