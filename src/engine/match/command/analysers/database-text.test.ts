import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { mysqlText } from "./mysql-text.ts";
import { psqlText } from "./psql-text.ts";
import { redisCommand } from "./redis-command.ts";
import { sqliteText } from "./sqlite-text.ts";

const kinds = (analyser: Analyser, ...words: readonly (string | null)[]) => analyser(words).map((finding) => finding.kind);

describe("what clients of databases are told", () => {
	it("[programs-a-psql] statements are data; commands of psql, connection strings and the input are not", () => {
		expect(kinds(psqlText, "-c", "select 1")).toEqual([]);
		expect(kinds(psqlText, "-l")).toEqual([]);
		for (const text of ["\\! id", "\\copy a to '/tmp/x'", "copy a to program 'sh'", "select pg_read_file('/x')", "host=evil dbname=x"]) {
			expect(kinds(psqlText, "-c", text)).toEqual(["hazard"]);
		}
		expect(kinds(psqlText, "postgresql://h/x", "-l")).toEqual(["hazard"]);
		expect(kinds(psqlText)).toEqual(["ask"]);
	});

	it("[programs-a-mysql] statements are data; commands of the client, files and the input are not", () => {
		expect(kinds(mysqlText, "-e", "select 1")).toEqual([]);
		for (const text of ["\\! id", "system id", "select 1; system id", "select 1 into outfile '/tmp/x'", "source x"])
			expect(kinds(mysqlText, "-e", text)).toEqual(["hazard"]);
		expect(kinds(mysqlText, "db")).toEqual(["ask"]);
	});

	it("[programs-a-sqlite3] reading is plain, changing writes the database, commands and file functions must be named", () => {
		expect(kinds(sqliteText, "a.db", "select 1", ".tables", "pragma table_info(x)")).toEqual([]);
		expect(sqliteText(["a.db", "delete from x"])).toEqual([{ kind: "write", path: "a.db" }]);
		for (const text of [
			".shell id",
			".system id",
			" .output x",
			".dump > x",
			".read |id",
			"select load_extension('x')",
			"select 1;\n.shell id",
		]) {
			expect(kinds(sqliteText, "a.db", text)).toContain("hazard");
		}
		expect(kinds(sqliteText, "a.db")).toEqual(["ask"]);
		expect(kinds(sqliteText)).toEqual([]);
	});

	it("[programs-a-redis-cli] reading commands are plain, others must be named", () => {
		expect(kinds(redisCommand, "GET", "x")).toEqual([]);
		expect(kinds(redisCommand, "config", "set", "dir", "/tmp")).toEqual(["hazard"]);
		expect(kinds(redisCommand)).toEqual(["ask"]);
	});
});
