import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { sqliteText } from "./sqlite.ts";

const kinds = (analyser: Analyser, ...words: readonly (string | null)[]) => analyser(words).map((finding) => finding.kind);

describe("what sqlite3 is told", () => {
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
});
