import { readdirSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "./generated-file.ts";
import type { Step } from "./steps.ts";

/** What `npm run check` does, the longest first. `results` is where the unit tests leave their count. */
export function checkSteps(results: string): readonly Step[] {
	return [
		{ name: "unit tests", command: ["node", "node_modules/vitest/vitest.mjs", "run", "--project", "unit", ...countInto(results)], results },
		{ name: "types", command: ["tsc", "-p", "."] },
		{ name: "types of the page", command: ["tsc", "-p", "web/playground"] },
		{ name: "format and lint", command: ["biome", "ci", "--colors=off", "--error-on-warnings", "."] },
		{ name: "layers", command: ["node", "scripts/check-layers.ts"] },
		{ name: "dead code", command: ["knip"] },
		...generators().map(
			(script): Step => ({ name: script.replace(/^(generate-.*)\.ts$/, "$1"), command: ["node", `scripts/${script}`, "--check"] }),
		),
	];
}

/** Words for vitest: plain lines for people, and the count as JSON. */
export function countInto(results: string): readonly string[] {
	return ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
}

/** The scripts that make files which are kept in the repository. */
export function generators(): readonly string[] {
	return readdirSync(join(REPOSITORY, "scripts"))
		.filter((name) => /^generate-.*\.ts$/.test(name) && !name.endsWith(".test.ts"))
		.toSorted();
}
