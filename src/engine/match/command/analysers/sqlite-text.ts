import type { AnalyserFinding } from "../analyser.ts";

/** Judges the operands of sqlite3: the database, then statements; lines that begin with a dot are its own commands. */
export function sqliteText(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const [database, ...texts] = operands;
	if (texts.length === 0)
		return database === undefined ? [] : [{ kind: "ask", segment: "", why: "it runs whatever arrives on its input, `.shell` included" }];
	const findings = texts.flatMap(statement);
	const changes = texts.some((text) => text === null || !READING.test(text));
	return changes && database !== undefined && database !== null && database !== ":memory:"
		? [...findings, { kind: "write", path: database }]
		: findings;
}

const READING = /^\s*(?:select|explain|with|values|pragma\s+[a-z_.]+(?:\([a-z_0-9'"]*\))?\s*;?\s*$|\.)/i;
const TOUCHES_FILES =
	/\b(?:load_extension|writefile|readfile|edit|fsdir|zipfile|fts3_tokenizer)\s*\(|\bATTACH\b|\bVACUUM\b[\s\S]*\bINTO\b/i;
const HARMLESS =
	/^\s*\.(?:tables|schema|fullschema|indexes|indices|databases|dbinfo|headers?|mode|width|nullvalue|separator|stats|show|timer|echo|explain|eqp|bail|changes|limit|lint|sha3sum|help|quit|exit|version|dump|prompt|print|vfslist|vfsinfo|vfsname)(?:\s[^|>]*)?$/i;

function statement(text: string | null): readonly AnalyserFinding[] {
	if (text === null) return [{ kind: "ask", segment: "", why: "the statement is only known when the shell runs" }];
	const command = text.split(/[\r\n]/).some((line) => /^\s*\./.test(line) && !HARMLESS.test(line));
	if (!command && !TOUCHES_FILES.test(text)) return [];
	return [
		{
			kind: "hazard",
			hazard: "runs",
			segment: text,
			why: "sqlite3's own commands and some functions start a shell, load code and touch files",
		},
	];
}
