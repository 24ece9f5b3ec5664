import { describe, expect, it } from "vitest";
import { statementOf } from "./postgres-connection.ts";

describe("statementOf", () => {
	it.each([
		["SELECT a FROM b WHERE c = ? AND d IN (?, ?)", "SELECT a FROM b WHERE c = $1 AND d IN ($2, $3)"],
		["SELECT '?', 'it''s ?', \"what?\", ? -- really?\n, ?", "SELECT '?', 'it''s ?', \"what?\", $1 -- really?\n, $2"],
		["SELECT 1", "SELECT 1"],
	])("numbers the values of %s and leaves what stands in quotes", (sql, text) => {
		expect(statementOf(sql).text).toBe(text);
	});

	it("gives the same statement the same name, and another one another", () => {
		expect(statementOf("SELECT ?").name).toBe(statementOf("SELECT ?").name);
		expect(statementOf("SELECT ?").name).not.toBe(statementOf("SELECT  ?").name);
	});

	it("keeps a bounded number of statements", () => {
		const last = Array.from({ length: 2_000 }, (_, count) => statementOf(`SELECT ${count} + ?`)).at(-1);
		expect(last).toEqual({ text: "SELECT 1999 + $1" });
	});
});
