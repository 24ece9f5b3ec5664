import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const REPOSITORY = join(import.meta.dirname, "../..");

function run(script: string, ...words: readonly string[]) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [join(REPOSITORY, script), ...words], {
		cwd: REPOSITORY,
		encoding: "utf8",
	});
	return { status, output: stdout + stderr };
}

describe("the programs that measure", () => {
	it("[policy-11-corpus] no attack of the corpora is allowed, and the harmless commands and paths are", () => {
		const { status, output } = run("bench/corpus.ts", "--verbose");
		expect(output).toMatch(/bash\.jsonl: 0 of \d+ attacks allowed/);
		expect(output).toMatch(/paths\.jsonl: 0 of \d+ attacks allowed/);
		expect(status, output).toBe(0);
	});

	it("[policy-11-fuzz] mutated commands and paths never throw, hang, or get allowed by more words", () => {
		const { status, output } = run("bench/fuzz.ts", "10000");
		expect(output).toMatch(/10000 mutated commands and paths \(seed \d+\)/);
		expect(status, output).toBe(0);
	});

	it("[policy-4-differential] bash runs of an allowed text only what the rules allow", () => {
		const { status, output } = run("bench/differential.ts", "600");
		expect(output).toMatch(/600 texts \(seed \d+\): [1-9]\d* allowed and run .*, 0 did something that was not allowed/);
		expect(status, output).toBe(0);
	});

	it("[policy-11-bars] the benchmark runs through and leaves its figures", () => {
		const { status, output } = run("bench/run.ts", "--quick");
		expect(output).toMatch(/writ against CASL/);
		expect(status, output).toBe(0);
	});
});
