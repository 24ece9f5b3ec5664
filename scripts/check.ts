/** `npm run check`: format, lint with layers, types, dead code, generated files, unit tests. */
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkSteps } from "./check-steps.ts";
import { runSteps } from "./steps.ts";

const results = join(tmpdir(), `writ-check-${process.pid}.json`);
const outcomes = await runSteps(checkSteps(results), 2);
rmSync(results, { force: true });
const failed = outcomes.filter(({ ok }) => !ok);
if (failed.length > 0) {
	console.log(`\n${failed.length} of ${outcomes.length} steps failed: ${failed.map(({ name }) => name).join(", ")}`);
	process.exitCode = 1;
}
