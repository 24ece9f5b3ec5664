import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { failedTests } from "../../scripts/failed-tests.ts";

const REPOSITORY = join(import.meta.dirname, "../..");

function told(results: string): string {
	const folder = mkdtempSync(join(tmpdir(), "writ-failed-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const file = join(folder, "results.json");
	writeFileSync(file, results);
	return failedTests(file);
}

const test = (status: string, fullName: string, ...failureMessages: readonly string[]) => ({ status, fullName, failureMessages });
const file = (name: string, status: string, message: string, assertionResults: readonly object[]) => ({
	name: join(REPOSITORY, name),
	status,
	message,
	assertionResults,
});

describe("the failed tests of a run", () => {
	it("are named with the first line of what went wrong, and so are files that failed as a whole", () => {
		const testResults = [
			file("a.test.ts", "failed", "", [test("passed", "good"), test("failed", "bad", "Error: no\n    at x"), test("failed", "mute")]),
			file("b.test.ts", "failed", "EACCES: /x\nmore", [test("passed", "good")]),
			file("c.test.ts", "passed", "", [test("passed", "good")]),
		];
		expect(told(JSON.stringify({ testResults }))).toBe("a.test.ts: bad: Error: no\na.test.ts: mute: \nb.test.ts: EACCES: /x");
	});

	it("are told in a bounded line each", () => {
		const testResults = [file("a.test.ts", "failed", "x".repeat(1_000_000), [])];
		expect(told(JSON.stringify({ testResults })).length).toBeLessThan(500);
	});

	it.each(["", "{", "{}", "null", "[]", '{"testResults":7}', '{"testResults":[null]}'])(
		"are not there in results that are %j",
		(results) => {
			expect(told(results)).toBe("the run left no results: it ended before its tests did");
		},
	);

	it("may be none, and then the run itself failed", () => {
		expect(told('{"testResults":[]}')).toBe("no test failed: the run itself did");
		expect(failedTests("/nowhere/at/all")).toContain("no results");
	});
});
