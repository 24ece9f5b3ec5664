import type { AnalyserFinding } from "../analyser.ts";
import { changes, loads, plain, redirects, runs } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** sqlite3: a database in a file. */
export const sqlite3: ProgramTable = {
	names: ["sqlite3", "sqlite"],
	style: "long-dash",
	abbreviations: false,
	operands: ["read", "data"],
	analyser: sqliteText,
	closedOptions: "-(?:stats|echo|noinit|nofollow|headers?)",
	options: [
		runs("-cmd <command>", "runs sqlite3's own commands", "GTFOBins sqlite3"),
		loads("-init <file>", "runs the commands of a file"),
		runs("-interactive", "runs commands from its input"),
		{ ...runs("-A --A", "makes or unpacks an archive"), prefix: true },
		runs("-unsafe-testing", "switches protections off"),
		loads("-vfs <name>", "changes how files are reached"),
		changes("-append", "writes the database to the end of a file"),
		redirects("-nonce <text>", "lets commands out of the safe mode"),
		...plain(
			"-separator <text>",
			"-newline <text>",
			"-nullvalue <text>",
			"-lookaside <size> <number>",
			"-pagecache <size> <number>",
			"-maxsize <number>",
			"-mmap <number>",
			"-heap <size>",
			"-escape <mode>",
			"-readonly",
			"-safe",
			"-json",
			"-csv",
			"-header",
			"-noheader",
			"-version",
			"-help",
			"-batch",
			"-bail",
			"-line",
			"-list",
			"-column",
			"-box",
			"-table",
			"-markdown",
			"-html",
			"-quote",
			"-tabs",
			"-ascii",
		),
	],
};

/** duckdb: a database in a file; every statement can read and write files. */
export const duckdb: ProgramTable = {
	names: ["duckdb"],
	style: "long-dash",
	abbreviations: false,
	interpreter: { why: "its statements read and write files and load code" },
	operands: ["read", "script"],
	options: [
		runs("-c -s -cmd <statement>", "statements read and write files and load code"),
		loads("-init -f <file>", "runs the commands of a file"),
		runs("-unsigned", "loads code that nobody signed"),
		...plain("-separator <text>", "-nullvalue <text>", "-newline <text>", "-readonly", "-json", "-csv", "-safe"),
	],
};

/** Judges the operands of sqlite3: the database, then statements; lines that begin with a dot are its own commands. */
export function sqliteText(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const [database, ...texts] = operands;
	if (texts.length === 0)
		return database === undefined ? [] : [{ kind: "ask", segment: "", why: "it runs whatever arrives on its input, `.shell` included" }];
	const findings = [...addressed(database ?? null), ...texts.flatMap(statement)];
	const changes = texts.some((text) => text === null || !READING.test(text) || CHANGING.test(text));
	return changes && database !== undefined && database !== null && database !== ":memory:"
		? [...findings, { kind: "write", path: database }]
		: findings;
}

const READING = /^\s*(?:select|explain|with|values|pragma\s+[a-z_.]+(?:\([a-z_0-9'"]*\))?\s*;?\s*$|\.)/i;
const CHANGING = /\b(?:insert|update|delete|replace|create|drop|alter|reindex|analyze|vacuum|begin|savepoint)\b/i;
/** SECURITY: a name may stand in quotes or brackets, and a comment before its parenthesis: the name alone counts ([programs-found-tools]). */
const TOUCHES_FILES =
	/\b(?:load_extension|writefile|readfile|edit|fsdir|zipfile|sqlar\w*|fts3_tokenizer|temp_store_directory|data_store_directory|attach|sha3_query|eval|writable_schema|trusted_schema)\b|\busing\W+(?:csv|vsv|zipfile)\b|\bvacuum\b[\s\S]*\binto\b/i;
const HARMLESS =
	/^\s*\.(?:tables|schema|fullschema|indexes|indices|databases|dbinfo|headers?|mode|width|nullvalue|separator|stats|show|timer|echo|explain|eqp|bail|changes|limit|lint|sha3sum|help|quit|exit|version|dump|prompt|print|vfslist|vfsinfo|vfsname)(?:\s[^|>]*)?$/i;

/** `file:x.db?vfs=y` opens a different file than it seems to, in a different way. */
function addressed(database: string | null): readonly AnalyserFinding[] {
	if (database === null || !/^file:/i.test(database)) return [];
	return [{ kind: "hazard", hazard: "redirects", segment: database, why: "an address names the file and how it is opened" }];
}

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
