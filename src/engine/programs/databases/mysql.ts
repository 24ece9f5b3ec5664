import type { AnalyserFinding } from "../analyser.ts";
import { changes, loads, plain, redirects, runs, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** mysql and its kin. */
export const mysql: ProgramTable = {
	names: ["mysql", "mariadb", "mycli"],
	operands: "data",
	analyser: mysqlText,
	analysesWords: true,
	options: [
		loads("--defaults-file <file>", "loads settings and credentials"),
		loads("--defaults-extra-file <file>", "loads settings and credentials"),
		loads("--defaults-group-suffix <text>", "loads other settings"),
		loads("--login-path <name>", "uses another credential"),
		loads("--init-command <statement>", "runs a statement first"),
		loads("--plugin-dir <directory>", "loads code"),
		loads("--default-auth <name>", "loads code"),
		runs("--pager [program]", "starts this program", "GTFOBins mysql"),
		redirects("-h --host <host>", "talks to another server"),
		redirects("-P --port <port>", "talks to another server"),
		redirects("-S --socket <file>", "talks to another server"),
		redirects("-u --user <name>", "uses another credential"),
		redirects("-p --password [password]", "uses another credential"),
		redirects("--protocol <name>", "talks to another server"),
		redirects("--local-infile [boolean]", "lets the server read files of this machine"),
		redirects("--enable-cleartext-plugin", "sends the password as it is"),
		writes("--tee <file>", "writes the results"),
		...plain(
			"-e --execute <statement>",
			"-D --database <name>",
			"--default-character-set <name>",
			"--delimiter <text>",
			"--prompt <text>",
			"-t --table",
			"-B --batch",
			"-N --skip-column-names",
			"-s --silent",
			"-E --vertical",
			"-X --xml",
			"--connect-timeout <seconds>",
			"-V --version",
			"--ssl-mode <mode>",
		),
	],
};

/** Programs that copy or manage MySQL databases. */
export const mysqlTools: ProgramTable = {
	names: ["mysqldump", "mysqladmin", "mysqlimport", "mysqlshow", "mysqlcheck", "mariadb-dump", "mariadb-admin"],
	operands: "data",
	options: [
		loads("--defaults-file --defaults-extra-file <file>", "loads settings and credentials"),
		redirects("-h --host <host>", "talks to another server"),
		redirects("-P --port <port>", "talks to another server"),
		redirects("-u --user <name>", "uses another credential"),
		redirects("-p --password [password]", "uses another credential"),
		redirects("-S --socket <file>", "talks to another server"),
		loads("--plugin-dir <directory>", "loads code"),
		writes("-r --result-file <file>", "writes a file"),
		writes("-T --tab <directory>", "writes files"),
		changes("--delete", "empties tables first"),
		...plain(
			"-B --databases",
			"-A --all-databases",
			"--tables",
			"-w --where <condition>",
			"--ignore-table <name>",
			"-d --no-data",
			"--single-transaction",
		),
	],
};

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
