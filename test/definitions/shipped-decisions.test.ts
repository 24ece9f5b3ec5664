import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runTestFile } from "../../src/cli/commands/test.ts";
import { parseDecisionTests, shippedCatalog } from "../../src/definitions/index.ts";

const FOLDER = join(import.meta.dirname, "../../definitions/tests");
const files = globSync("**/*.test.yaml", { cwd: FOLDER }).toSorted();
const read = (file: string) => parseDecisionTests(readFileSync(join(FOLDER, file)), { file });

describe("the decision tests of the shipped definitions", () => {
	it.each(files)("[def-tests-of-own] %s holds", (file) => {
		const { passed, failures, problems } = runTestFile(join(FOLDER, file), shippedCatalog);
		expect({ failures, problems }).toEqual({ failures: [], problems: [] });
		expect(passed).toBeGreaterThan(1);
	});

	it("[def-tests-of-own] every shipped definition has its own", () => {
		const names = [
			...Object.keys(shippedCatalog.profiles),
			...Object.keys(shippedCatalog.fragments),
			...Object.keys(shippedCatalog.agents),
		];
		expect(names.filter((name) => !files.includes(`${name}.test.yaml`))).toEqual([]);
	});

	it("[def-tests-of-own] every profile has at least twelve cases, that allow as well as refuse", () => {
		for (const name of Object.keys(shippedCatalog.profiles)) {
			const parsed = read(`${name}.test.yaml`);
			const effects = parsed.ok ? parsed.tests.tests.map(({ expect: effect }) => effect) : [];
			expect([name, effects.length >= 12, effects.includes("allow"), effects.includes("deny")]).toEqual([name, true, true, true]);
		}
	});
});
