import type { ProgramTable } from "../program-table.ts";
import { loads, plain, redirects, writes } from "./option-rows.ts";

/** psql: PostgreSQL. Statements are data, psql's own commands are not. */
export const psql: ProgramTable = {
	names: ["psql", "pgcli"],
	operands: "data",
	analyser: "psql-text",
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
