import type { ProgramTable } from "../program-table.ts";
import { loads, plain, runs } from "./option-rows.ts";

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
