import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { psqlText } from "./postgres.ts";

const kinds = (analyser: Analyser, ...words: readonly (string | null)[]) => analyser(words).map((finding) => finding.kind);

describe("what psql is told", () => {
	it("[programs-a-psql] statements are data; commands of psql, connection strings and the input are not", () => {
		expect(kinds(psqlText, "-c", "select 1")).toEqual([]);
		expect(kinds(psqlText, "-l")).toEqual([]);
		for (const text of ["\\! id", "\\copy a to '/tmp/x'", "copy a to program 'sh'", "select pg_read_file('/x')", "host=evil dbname=x"]) {
			expect(kinds(psqlText, "-c", text)).toEqual(["hazard"]);
		}
		expect(kinds(psqlText, "postgresql://h/x", "-l")).toEqual(["hazard"]);
		expect(kinds(psqlText)).toEqual(["ask"]);
	});
});
