import type { AnalyserFinding } from "../analyser.ts";
import { changes, loads, plain, redirects, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** psql: PostgreSQL. Statements are data, psql's own commands are not. */
export const psql: ProgramTable = {
	names: ["psql", "pgcli"],
	operands: "data",
	analyser: psqlText,
	analysesWords: true,
	options: [
		loads("-f --file <file>", "runs the statements and commands of a file"),
		loads("-v --set --variable <variable>", "variables become part of statements, and some name programs"),
		redirects("-h --host <host>", "talks to another server"),
		redirects("-p --port <port>", "talks to another server"),
		redirects("-U --username <name>", "uses another credential"),
		redirects("-d --dbname <name-or-connection>", "may name another server"),
		redirects("-W --password", "uses another credential"),
		writes("-o --output <file-or-program>", "writes the results, or starts a program after `|`", "GTFOBins psql"),
		writes("-L --log-file <file>", "writes a log"),
		...plain(
			"-c --command <statement>",
			"-F --field-separator <text>",
			"-P --pset <setting>",
			"-R --record-separator <text>",
			"-T --table-attr <text>",
			"-l --list",
			"-X --no-psqlrc",
			"-A --no-align",
			"-t --tuples-only",
			"-x --expanded",
			"-q --quiet",
			"-a --echo-all",
			"-e --echo-queries",
			"-E --echo-hidden",
			"-H --html",
			"--csv",
			"--help [topic]",
			"-V --version",
		),
	],
};

/** Programs that copy, restore or remove PostgreSQL databases. */
export const pgTools: ProgramTable = {
	names: [
		"pg_dump",
		"pg_dumpall",
		"pg_restore",
		"createdb",
		"dropdb",
		"createuser",
		"dropuser",
		"pg_ctl",
		"initdb",
		"pg_basebackup",
		"vacuumdb",
		"reindexdb",
		"pg_isready",
	],
	operands: "data",
	options: [
		redirects("-h --host <host>", "talks to another server"),
		redirects("-p --port <port>", "talks to another server"),
		redirects("-U --username <name>", "uses another credential"),
		redirects("-d --dbname <name-or-connection>", "may name another server"),
		redirects("--role <name>", "acts as another role"),
		loads("-o --options <options>", "options of the server"),
		changes("-c --clean", "deletes before it restores"),
		writes("-f --file <file>", "writes a file"),
		writes("-D --pgdata <directory>", "works on a server's files"),
		writes("-l --log <file>", "writes a log"),
		...plain(
			"-F --format <format>",
			"-n --schema <name>",
			"-N --exclude-schema <name>",
			"-t --table <name>",
			"-T --exclude-table <name>",
			"-j --jobs <number>",
			"-Z --compress <level>",
			"-s --schema-only",
			"-a --data-only",
			"--if-exists",
			"-E --encoding <name>",
			"-q --quiet",
			"--section <name>",
			"-O --no-owner",
		),
	],
};

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
