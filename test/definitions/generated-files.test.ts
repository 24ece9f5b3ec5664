import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { loadCatalog, shippedCatalog } from "../../src/definitions/index.ts";
import { readDefinitions } from "../../src/platform/index.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
const DEFINITIONS = join(REPOSITORY, "definitions");

describe("what is made from the definitions", () => {
	it.each(["generate-shipped-catalog.ts", "generate-schemas.ts"])("[def-generated] %s --check finds its files current", (script) => {
		execFileSync(process.execPath, [join(REPOSITORY, "scripts", script), "--check"], { cwd: REPOSITORY, stdio: "pipe" });
	});

	it("[def-generated] the shipped catalog is what the YAML says, without a problem", () => {
		const { files, problems } = readDefinitions(DEFINITIONS, "built-in");
		const catalog = loadCatalog(files.map((file) => ({ ...file, path: file.path.slice(REPOSITORY.length + 1) })));
		expect([...problems, ...catalog.problems]).toEqual([]);
		expect(shippedCatalog).toEqual(catalog);
	});

	it("[def-browser] the shipped catalog bundles for a browser, without YAML and without node", () => {
		const { outputFiles, metafile } = buildSync({
			stdin: {
				contents:
					'import { shippedCatalog } from "./src/definitions/shipped-catalog.ts"; console.log(Object.keys(shippedCatalog.profiles));',
				resolveDir: REPOSITORY,
				loader: "ts",
			},
			bundle: true,
			write: false,
			metafile: true,
			platform: "browser",
			format: "esm",
		});
		const used = Object.entries(Object.values(metafile.outputs)[0]?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) =>
			bytesInOutput > 0 ? [path] : [],
		);
		expect(used.filter((path) => path.includes("node_modules"))).toEqual([]);
		expect(outputFiles[0]?.text).toContain("standard_permissions");
	});

	it("[def-schema-line] every definition and every test names the schema that editors check it with", () => {
		const files = globSync("{profiles,fragments,agents,tests}/**/*.yaml", { cwd: DEFINITIONS });
		expect(files.length).toBeGreaterThan(80);
		for (const file of files) {
			const [line = ""] = readFileSync(join(DEFINITIONS, file), "utf8").split("\n");
			const [, schema = ""] = /^# yaml-language-server: \$schema=(\S+)$/.exec(line) ?? [];
			const found = join(dirname(join(DEFINITIONS, file)), schema);
			expect([file, JSON.parse(readFileSync(found, "utf8")).type]).toEqual([file, "object"]);
		}
	});
});
