import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import type { Layer } from "../../scripts/lint-overrides.ts";
import { lintPlanted } from "./lint-planted.ts";

const IMPORTS = "style/noRestrictedImports";
const { layers }: { layers: readonly Layer[] } = JSON.parse(readFileSync(join(import.meta.dirname, "../../layers.json"), "utf8"));

describe("layers.json, as the linter enforces it", () => {
	it("[layers-table] every import that the table does not list is caught, and every one that it lists is not", () => {
		const planted = new Map<string, string[]>();
		const expected = new Set<string>();
		const plant = (layer: Layer, specifier: string, isCaught: boolean, form = (text: string) => `import ${text};`) => {
			for (const depth of layer.files === undefined ? ["", "deeper/"] : [""]) {
				const file = `${layer.folder}/${depth}planted.ts`;
				const lines = planted.get(file) ?? [];
				lines.push(form(JSON.stringify(depth !== "" && specifier.startsWith(".") ? `../${specifier}` : specifier)));
				planted.set(file, lines);
				if (isCaught) expected.add(`${file}:${lines.length}`);
			}
		};
		for (const layer of layers) {
			for (const other of layers) {
				if (other.folder === layer.folder || other.partOf !== undefined || layer.partOf === other.folder) continue;
				// A folder around the layer is reached only by its index.ts, and that is a cycle (see below).
				if (layer.folder.startsWith(`${other.folder}/`)) continue;
				const path = upwards(relative(layer.folder, other.folder));
				const isAllowed = layer.imports.includes(other.folder);
				plant(layer, `${path}/index.ts`, !isAllowed);
				plant(layer, `${path}/index.ts`, !isAllowed, (text) => `import type { A } from ${text};`);
				plant(layer, `${path}/index.ts`, !isAllowed, (text) => `export * from ${text};`);
				plant(layer, `${path}/index.ts`, !isAllowed, (text) => `import(${text});`);
				plant(layer, `${path}/inner.ts`, true);
				plant(layer, `${path}/inner/index.ts`, true);
			}
			plant(layer, "./inner.ts", false);
			plant(layer, "./inner/deep.ts", false);
			plant(layer, "left-pad", true);
			plant(layer, "unbash", !(layer.packages ?? []).includes("unbash"));
			plant(layer, "yaml", !(layer.packages ?? []).includes("yaml"));
			plant(layer, "node:fs", layer.node !== true);
			plant(layer, "node:fs/promises", layer.node !== true);
			plant(layer, "fs", true);
		}
		const caught = lintPlanted(Object.fromEntries([...planted].map(([file, lines]) => [file, lines.join("\n")])), IMPORTS);
		const describeLine = (place: string) => `${place}: ${planted.get(place.replace(/:\d+$/, ""))?.[Number(place.split(":").at(-1)) - 1]}`;
		expect([...expected].filter((place) => !caught.has(place)).map(describeLine), "not caught").toEqual([]);
		expect([...caught].filter((place) => !expected.has(place)).map(describeLine), "caught by mistake").toEqual([]);
		expect(expected.size).toBeGreaterThan(500);
	});

	it("[layers-design] the table says what the design says", () => {
		const row = (folder: string) => layers.find((layer) => layer.folder === folder);
		const engine = (...names: string[]) => names.map((name) => `src/engine/${name}`);
		expect(row("src/engine/vocabulary")?.imports).toEqual([]);
		expect(row("src/engine/programs")?.imports).toEqual([]);
		expect(row("src/engine/rules")?.imports).toEqual(engine("programs"));
		expect(row("src/engine/commands")?.imports).toEqual(engine("vocabulary", "programs", "rules"));
		expect(row("src/engine/match")?.imports).toEqual(engine("vocabulary", "rules", "commands"));
		expect(row("src/engine/shell")?.imports).toEqual(engine("vocabulary", "rules", "commands", "match"));
		for (const stage of engine("compose", "seal")) expect(row(stage)?.imports).toEqual(engine("vocabulary", "match"));
		expect(row("src/engine/decide")?.imports).toEqual(engine("vocabulary", "commands", "match", "shell", "seal"));
		expect(row("src/engine/attenuate")?.imports).toEqual(engine("vocabulary", "match", "seal"));
		expect(row("src/engine/explain")?.imports).toEqual(engine("vocabulary", "commands", "match", "shell", "decide"));
		expect(row("src/engine/diff")?.imports).toEqual(engine("vocabulary", "programs", "rules", "commands", "match", "decide"));
		for (const { folder, packages = [], node = false } of layers.filter((layer) => layer.folder.startsWith("src/engine"))) {
			expect(packages).toEqual(folder === "src/engine/shell" ? ["unbash"] : []);
			expect(node).toBe(false);
		}
		expect(row("src/definitions")?.imports).toEqual(["src/engine"]);
		for (const folder of ["store", "sandbox", "runners"]) expect(row(`src/${folder}`)?.imports).toEqual(["src/engine", "src/platform"]);
		for (const folder of ["ledger", "identity", "agents", "messages", "grants"]) {
			expect(row(`src/${folder}`)?.imports).toEqual(["src/engine", "src/platform", "src/store"]);
		}
		for (const { imports } of layers.filter((layer) => layer.folder.startsWith("src/points/"))) {
			expect(imports).toEqual(["src/authority", "src/engine", "src/platform"]);
		}
	});

	it("[layers-cycles] a cycle is caught, also one of types only and one through the folder around", () => {
		const planted = {
			"src/engine/index.ts": 'export * from "./match/index.ts";\n',
			"src/engine/match/index.ts": 'export * from "./up.ts";\n',
			"src/engine/match/up.ts": 'export * from "../index.ts";\n',
			"src/engine/seal/a.ts": 'import type { B } from "./b.ts";\nexport type A = B | 1;\n',
			"src/engine/seal/b.ts": 'import type { A } from "./a.ts";\nexport type B = A | 2;\n',
			"src/engine/seal/c.ts": 'import type { A } from "./a.ts";\nexport type C = A | 3;\n',
		};
		const caught = lintPlanted(planted, "suspicious/noImportCycles");
		expect([...caught].toSorted()).toEqual(
			["index.ts", "match/index.ts", "match/up.ts", "seal/a.ts", "seal/b.ts"].map((file) => `src/engine/${file}:1`),
		);
	});

	it("[layers-pure] a clock, randomness, a process or a locale in the engine is caught", () => {
		const impure = [
			"Date.now()",
			"new Date()",
			"globalThis.Date",
			"performance.now()",
			"process.env",
			"console.log(1)",
			"crypto.randomUUID()",
			"Buffer.from('')",
			"setTimeout(f, 1)",
			"fetch('x')",
		];
		const planted = Object.fromEntries(
			impure.map((form, index) => [`src/engine/decide/impure-${index}.ts`, `export const value = ${form};\n`]),
		);
		const caught = lintPlanted(
			{ ...planted, "src/engine/decide/pure.ts": "export const value = { process: 1, Date: 2 }.process;\n" },
			"style/noRestrictedGlobals",
		);
		expect([...caught].toSorted()).toEqual(
			Object.keys(planted)
				.map((file) => `${file}:1`)
				.toSorted(),
		);
	});
});

function upwards(path: string): string {
	return path.startsWith(".") ? path : `./${path}`;
}
