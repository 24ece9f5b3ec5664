import type { AnalyserFinding } from "../analyser.ts";

/** Judges every word of psql: its own commands begin with a backslash, and a connection string names another host. */
export function psqlText(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const findings = words.flatMap((word): readonly AnalyserFinding[] => {
		if (word === null) return [{ kind: "ask", segment: "", why: "the statement is only known when the shell runs" }];
		if (
			/\\[A-Za-z!]|\b(?:COPY|pg_read_file|pg_read_binary_file|pg_ls_dir|pg_execute_server_program|lo_import|lo_export|dblink)\b/i.test(word)
		) {
			return [
				{ kind: "hazard", hazard: "runs", segment: word, why: "psql's own commands and some statements start a shell and touch files" },
			];
		}
		if (/^(?:--dbname=)?postgres(?:ql)?:\/\/|\b(?:host|hostaddr|service|passfile|sslkey|options)\s*=/.test(word)) {
			return [{ kind: "hazard", hazard: "redirects", segment: word, why: "a connection string names host and credential" }];
		}
		return [];
	});
	return hasStatement(words) ? findings : [...findings, fromInput];
}

const fromInput: AnalyserFinding = { kind: "ask", segment: "", why: "it runs whatever arrives on its input, `\\!` included" };

function hasStatement(words: readonly (string | null)[]): boolean {
	return words.some((word) => word !== null && /^(?:-[A-Za-z]*[clfV?]|--(?:command|list|file|version|help))/.test(word));
}
