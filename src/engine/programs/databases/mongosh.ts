import { loads, plain, redirects, runs, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** mongosh and other shells of databases: what they run is code. */
export const mongosh: ProgramTable = {
	names: ["mongosh", "mongo", "cqlsh", "clickhouse-client", "clickhouse", "sqlcmd", "sqlplus", "isql", "influx", "cypher-shell"],
	abbreviations: false,
	interpreter: { why: "runs text as code" },
	operands: "script",
	options: [
		runs("--eval <code>", "runs text as code"),
		runs("-e --execute <code>", "runs text as code"),
		runs("-q --query -Q <statement>", "statements can read and write files"),
		runs("-i --input-file <file>", "runs a file"),
		loads("-f --file --queries-file --config --config-file <file>", "runs or loads a file"),
		redirects("--host -h -S <host>", "talks to another server"),
		redirects("--port <port>", "talks to another server"),
		redirects("-u --user --username -U <name>", "uses another credential"),
		redirects("-p --password -P [password]", "uses another credential"),
		redirects("--tlsCAFile --tlsCertificateKeyFile <file>", "uses another credential"),
		writes("-o --output <file>", "writes a file"),
		...plain("--quiet", "--nodb", "--norc", "--version", "--help", "--format <format>", "--database -d <name>"),
	],
};
