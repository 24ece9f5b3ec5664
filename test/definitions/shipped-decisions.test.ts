import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseDecisionTests, runDecisionTests, shippedCatalog } from "../../src/definitions/index.ts";

const FOLDER = join(import.meta.dirname, "../../definitions/tests");
const files = globSync("**/*.test.yaml", { cwd: FOLDER }).toSorted();
const read = (file: string) => parseDecisionTests(readFileSync(join(FOLDER, file)), { file });

describe("the decision tests of the shipped definitions", () => {
	it.each(files)("[def-tests-of-own] %s holds", (file) => {
		const parsed = read(file);
		const run = parsed.ok ? runDecisionTests(parsed.tests, shippedCatalog) : parsed;
		if (!run.ok) throw new Error(run.problems.map(({ message, source }) => `${source?.line}: ${message}`).join("\n"));
		const failed = run.results.filter(({ passed }) => !passed);
		expect(
			failed.map(
				({ test, decision: { effect, reasons } }) => `${test.source.line} ${test.name}: ${effect} ${reasons[0].code} ${reasons[0].message}`,
			),
		).toEqual([]);
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
