import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { mysqlText } from "./mysql.ts";

const kinds = (analyser: Analyser, ...words: readonly (string | null)[]) => analyser(words).map((finding) => finding.kind);

describe("what mysql is told", () => {
	it("[programs-a-mysql] statements are data; commands of the client, files and the input are not", () => {
		expect(kinds(mysqlText, "-e", "select 1")).toEqual([]);
		for (const text of ["\\! id", "system id", "select 1; system id", "select 1 into outfile '/tmp/x'", "source x"])
			expect(kinds(mysqlText, "-e", text)).toEqual(["hazard"]);
		expect(kinds(mysqlText, "db")).toEqual(["ask"]);
	});
});
