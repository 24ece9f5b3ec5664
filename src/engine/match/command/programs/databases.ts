import type { ProgramTable } from "../program-table.ts";
import { changes, loads, plain, reads, redirects, runs, writes } from "./option-rows.ts";

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
		...plain("-c --command <statement>", "-F --field-separator <text>", "-P --pset <setting>", "-R --record-separator <text>", "-T --table-attr <text>", "-l --list", "-X --no-psqlrc", "-A --no-align", "-t --tuples-only", "-x --expanded", "-q --quiet", "-a --echo-all", "-e --echo-queries", "-E --echo-hidden", "-H --html", "--csv", "--help [topic]", "-V --version"),
	],
};

/** Programs that copy, restore or remove PostgreSQL databases. */
export const pgTools: ProgramTable = {
	names: ["pg_dump", "pg_dumpall", "pg_restore", "createdb", "dropdb", "createuser", "dropuser", "pg_ctl", "initdb", "pg_basebackup", "vacuumdb", "reindexdb", "pg_isready"],
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
		...plain("-F --format <format>", "-n --schema <name>", "-N --exclude-schema <name>", "-t --table <name>", "-T --exclude-table <name>", "-j --jobs <number>", "-Z --compress <level>", "-s --schema-only", "-a --data-only", "--if-exists", "-E --encoding <name>", "-q --quiet", "--section <name>", "-O --no-owner"),
	],
};

/** mysql and its kin. */
export const mysql: ProgramTable = {
	names: ["mysql", "mariadb", "mycli"],
	operands: "data",
	analyser: "mysql-text",
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
		...plain("-e --execute <statement>", "-D --database <name>", "--default-character-set <name>", "--delimiter <text>", "--prompt <text>", "-t --table", "-B --batch", "-N --skip-column-names", "-s --silent", "-E --vertical", "-X --xml", "--connect-timeout <seconds>", "-V --version", "--ssl-mode <mode>"),
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
		...plain("-B --databases", "-A --all-databases", "--tables", "-w --where <condition>", "--ignore-table <name>", "-d --no-data", "--single-transaction"),
	],
};

/** sqlite3: a database in a file. */
export const sqlite3: ProgramTable = {
	names: ["sqlite3", "sqlite"],
	style: "long-dash",
	abbreviations: false,
	operands: ["read", "data"],
	analyser: "sqlite-text",
	options: [
		runs("-cmd <command>", "runs sqlite3's own commands", "GTFOBins sqlite3"),
		loads("-init <file>", "runs the commands of a file"),
		runs("-interactive", "runs commands from its input"),
		runs("-A", "makes or unpacks an archive"),
		runs("-unsafe-testing", "switches protections off"),
		loads("-vfs <name>", "changes how files are reached"),
		changes("-append", "writes the database to the end of a file"),
		redirects("-nonce <text>", "lets commands out of the safe mode"),
		...plain("-separator <text>", "-newline <text>", "-nullvalue <text>", "-lookaside <size> <number>", "-pagecache <size> <number>", "-maxsize <number>", "-mmap <number>", "-heap <size>", "-escape <mode>", "-readonly", "-safe", "-json", "-csv", "-header", "-noheader", "-version", "-help", "-batch", "-bail", "-line", "-list", "-column", "-box", "-table", "-markdown", "-html", "-quote", "-tabs", "-ascii"),
	],
};

/** duckdb: a database in a file; every statement can read and write files. */
export const duckdb: ProgramTable = {
	names: ["duckdb"],
	style: "long-dash",
	abbreviations: false,
	interpreter: { why: "its statements read and write files and load code" },
	operands: ["read", "script"],
	options: [runs("-c -s -cmd <statement>", "statements read and write files and load code"), loads("-init -f <file>", "runs the commands of a file"), runs("-unsigned", "loads code that nobody signed"), ...plain("-separator <text>", "-nullvalue <text>", "-newline <text>", "-readonly", "-json", "-csv", "-safe")],
};

/** redis-cli. */
export const redisCli: ProgramTable = {
	names: ["redis-cli", "valkey-cli", "keydb-cli"],
	style: "posix",
	abbreviations: false,
	operands: "data",
	analyser: "redis-command",
	options: [
		redirects("-h <host>", "talks to another server"),
		redirects("-p <port>", "talks to another server"),
		redirects("-s <socket>", "talks to another server"),
		redirects("-u <url>", "talks to another server"),
		redirects("-a --pass <password>", "uses another credential"),
		redirects("--user <name>", "uses another credential"),
		redirects("--askpass", "uses another credential"),
		redirects("--tls", "changes how the server is reached"),
		redirects("--cacert <file>", "trusts another certificate"),
		redirects("--cert <file>", "uses another credential"),
		redirects("--key <file>", "uses another credential"),
		redirects("--insecure", "accepts any certificate"),
		runs("--eval <file>", "runs a script in the server"),
		runs("--ldb", "runs a script in a debugger"),
		runs("--pipe", "sends whatever arrives on its input"),
		runs("-x", "sends whatever arrives on its input"),
		runs("-X <tag>", "sends whatever arrives on its input"),
		changes("--cluster <command>", "changes the cluster"),
		redirects("--replica", "acts as a replica"),
		writes("--rdb <file>", "writes a copy of the database"),
		writes("--functions-rdb <file>", "writes a file"),
		...plain("-n <number>", "-r <number>", "-i <seconds>", "-d <text>", "-D <text>", "--pattern <pattern>", "--quoted-pattern <pattern>", "--count <number>", "--raw", "--no-raw", "--csv", "--json", "--scan", "--bigkeys", "--memkeys", "--hotkeys", "--stat", "--latency", "--no-auth-warning"),
	],
};

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

/** Tools that change a database's shape, or copy databases. */
export const migrations: ProgramTable = {
	names: ["prisma", "drizzle-kit", "knex", "sequelize", "typeorm", "alembic", "flyway", "liquibase", "dbmate", "goose", "migrate", "atlas", "sqlx", "diesel", "mongodump", "mongorestore", "mongoexport", "mongoimport"],
	abbreviations: false,
	operands: "data",
	analyser: "tool-operation",
	options: [
		loads("-c --config --knexfile --schema <file>", "settings are code, or name code"),
		redirects("-d --dataSource --datasource --url --uri --database --database-url --env <value>", "talks to another database"),
		redirects("-h --host <host>", "talks to another server"),
		redirects("-u --username <name>", "uses another credential"),
		redirects("-p --password <password>", "uses another credential"),
		loads("--classpath <path>", "loads code"),
		...reads("-x <value>"),
		writes("-o --out --output <place>", "writes files"),
		...plain("-n --name <name>", "-m --message <text>", "--json", "--version", "--help"),
	],
};
