import type { ProgramTable } from "../program-table.ts";
import { changes, loads, plain, redirects, writes } from "./option-rows.ts";

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
