import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { forbiddenForms } from "./forbidden-forms.ts";

const REPOSITORY = join(import.meta.dirname, "../..");

describe("forms that the linter cannot see", () => {
	it.each([
		'type A = import("../seal/index.ts").Seal;',
		'type A = typeof import("../seal/index.ts");',
		"const a = await import(name);",
		"const a = await import(`../name.ts`);",
		'const a = require("../seal/index.ts");',
		'const a = eval("1");',
		"const a = new Function();",
		"// @ts-expect-error because",
	])("[layers-forms] are found anywhere: %s", (text) => {
		expect(forbiddenForms(text, false)).not.toEqual([]);
	});

	it.each([
		'await import("./later.ts");',
		"Math.random();",
		"Math['random']();",
		"const { random } = Math;",
		"a.localeCompare(b)",
		"n.toLocaleString()",
		"async function f() {}",
	])("[layers-forms] are found in the engine: %s", (text) => {
		expect(forbiddenForms(text, true)).not.toEqual([]);
	});

	it("[layers-forms] leave ordinary code alone", () => {
		const ordinary =
			'import type { A } from "./a.ts";\nexport { b } from "./b.ts";\nconst later = await import("./later.ts");\nMath.min(1, 2);';
		expect(forbiddenForms(ordinary, false)).toEqual([]);
		expect(forbiddenForms("Math.min(1, 2); list.toSorted(); pattern.exec(text);", true)).toEqual([]);
	});

	it("[layers-forms] no file of src uses one", () => {
		const files = globSync("src/**/*.ts", { cwd: REPOSITORY }).filter((file) => !file.endsWith(".test.ts"));
		const found = files.flatMap((file) =>
			forbiddenForms(readFileSync(join(REPOSITORY, file), "utf8"), file.startsWith("src/engine/")).map((form) => `${file}: ${form}`),
		);
		expect(found).toEqual([]);
		expect(files.length).toBeGreaterThan(20);
	});
});
