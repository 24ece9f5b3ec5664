import type { AnalyserFinding } from "../analyser.ts";

/** Judges text that sqlite3 runs: lines that begin with a dot are its own commands, and some functions touch files. */
export function sqliteText(texts: readonly (string | null)[]): readonly AnalyserFinding[] {
	return texts.slice(1).flatMap((text): readonly AnalyserFinding[] => {
		if (text === null) return [{ kind: "ask", segment: "", why: "the statement is only known when the shell runs" }];
		if (/\b(?:load_extension|writefile|readfile|edit|fsdir|zipfile)\s*\(|\bATTACH\b|\bVACUUM\b[\s\S]*\bINTO\b/i.test(text)) return [escape(text)];
		return text.split(/[\r\n]/).some((line) => /^\s*\./.test(line) && !SAFE_DOT.test(line)) ? [escape(text)] : [];
	});
}

const SAFE_DOT = /^\s*\.(?:tables|schema|fullschema|indexes|indices|databases|dbinfo|headers?|mode|width|nullvalue|separator|stats|show|timer|echo|explain|eqp|bail|changes|limit|lint|sha3sum|help|quit|exit|version|dump|dbconfig|prompt|print|vfslist|vfsinfo|vfsname)(?:\s[^|>]*)?$/i;

function escape(segment: string): AnalyserFinding {
	return { kind: "hazard", hazard: "runs", segment, why: "the client's own commands can start a shell, load code and touch files" };
}
