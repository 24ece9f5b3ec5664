/** `npm test`: everything that `npm run check` does, then the slow tests, then the count. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { checkSteps, countInto } from "./check-steps.ts";
import { runSteps, type Step, type StepResult } from "./steps.ts";

const scratch = mkdtempSync(join(tmpdir(), "writ-test-"));
const unitResults = join(scratch, "unit.json");
const systemResults = join(scratch, "system.json");
const coverageResults = join(scratch, "coverage.json");

/** Many of them wait for processes, disks and clocks: on two cores two at a time take little more than half as long as one. */
const WORKERS = Math.max(2, availableParallelism());

const seed = process.env.WRIT_SEED ?? "20261119";
const slowSteps: readonly Step[] = [
	{ name: "bundle", command: ["node", "scripts/build.ts"] },
	{
		name: "system tests",
		command: [
			"node",
			"node_modules/vitest/vitest.mjs",
			"run",
			"--project",
			"system",
			"--maxWorkers",
			String(WORKERS),
			"--exclude",
			"test/requirements/**",
			...countInto(systemResults),
		],
		environment: { WRIT_LAW_CASES: process.env.WRIT_LAW_CASES ?? "10000" },
		results: systemResults,
	},
	{
		name: "coverage tests",
		command: ["node", "node_modules/vitest/vitest.mjs", "run", "test/requirements", ...countInto(coverageResults)],
		environment: { WRIT_TEST_RESULTS: [unitResults, systemResults].join(delimiter) },
		results: coverageResults,
	},
	{ name: "corpus", command: ["node", "bench/corpus.ts"], tells: true },
	// The same texts each time, so that a change is what makes them fail; other ones are tried by `npm run fuzz` and `npm run differential`.
	{ name: "fuzz", command: ["node", "bench/fuzz.ts"], tells: true, environment: { WRIT_SEED: seed } },
	{ name: "differential", command: ["node", "bench/differential.ts"], tells: true, environment: { WRIT_SEED: seed } },
];

const outcomes = [...(await runSteps(checkSteps(unitResults), 2)), ...(await runSteps(slowSteps, 1))];
const counts = [
	countTests("unit tests", unitResults),
	countTests("system tests", systemResults),
	countTests("coverage tests", coverageResults),
	countSteps(outcomes),
];
rmSync(scratch, { recursive: true, force: true });

const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
if (failed > 0) process.exitCode = 1;
console.log(`\n${passed} passed, ${failed} failed`);

interface Count {
	readonly passed: number;
	readonly failed: number;
}

/** What vitest counted; a run that left no count, or ended badly without a failed test, is one failure. */
function countTests(step: string, file: string): Count {
	const ok = outcomes.some((outcome) => outcome.name === step && outcome.ok);
	try {
		const { numPassedTests, numFailedTests }: { numPassedTests: number; numFailedTests: number } = JSON.parse(readFileSync(file, "utf8"));
		return { passed: numPassedTests, failed: ok ? numFailedTests : Math.max(1, numFailedTests) };
	} catch {
		return { passed: 0, failed: 1 };
	}
}

/** Every other step counts as one test. */
function countSteps(results: readonly StepResult[]): Count {
	const others = results.filter(({ name }) => !name.endsWith("tests"));
	const passed = others.filter(({ ok }) => ok).length;
	return { passed, failed: others.length - passed };
}
