import { cloudOperation } from "../clouds/cloud-clients.ts";
import { loads, plain, reads, redirects, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** Tools that change a database's shape, or copy databases. */
export const migrations: ProgramTable = {
	names: [
		"prisma",
		"drizzle-kit",
		"knex",
		"sequelize",
		"typeorm",
		"alembic",
		"flyway",
		"liquibase",
		"dbmate",
		"goose",
		"migrate",
		"atlas",
		"sqlx",
		"diesel",
		"mongodump",
		"mongorestore",
		"mongoexport",
		"mongoimport",
	],
	abbreviations: false,
	operands: "data",
	analyser: cloudOperation,
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
