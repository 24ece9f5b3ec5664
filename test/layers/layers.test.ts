import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { findViolations, type Layer } from "../../scripts/layers.ts";
import { lintPlanted } from "./lint-planted.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
const { layers }: { layers: readonly Layer[] } = JSON.parse(readFileSync(join(REPOSITORY, "layers.json"), "utf8"));
const row = (folder: string) => layers.find((layer) => layer.folder === folder);
const isInside = (inner: string, outer: string) => inner.startsWith(`${outer}/`);

describe("layers.json", () => {
	it("[layers-table] every import that the table does not list is caught, and every one that it lists is not", () => {
		const planted = new Map<string, string[]>();
		const expected = new Set<string>();
		const plant = (layer: Layer, specifier: string, isCaught: boolean, form = (text: string) => `import ${text};`) => {
			for (const depth of ["", "deeper/"]) {
				const file = `${layer.folder}/${depth}planted.ts`;
				const lines = planted.get(file) ?? [];
				lines.push(form(JSON.stringify(depth !== "" && specifier.startsWith(".") ? `../${specifier}` : specifier)));
				planted.set(file, lines);
				if (isCaught) expected.add(`${file}:${lines.length}`);
			}
		};
		for (const layer of layers) {
			for (const other of layers) {
				if (other === layer || isInside(layer.folder, other.folder)) continue;
				const path = upwards(relative(layer.folder, other.folder));
				// A room inside another one has its door inside.
				const isHidden = layers.some(
					(outer) => isInside(other.folder, outer.folder) && outer !== layer && !isInside(layer.folder, outer.folder),
				);
				const isAllowed = layer.imports.includes(other.folder) && !isHidden;
				plant(layer, `${path}/index.ts`, !isAllowed);
				plant(layer, `${path}/index.ts`, !isAllowed, (text) => `import type { A } from ${text};`);
				plant(layer, `${path}/index.ts`, !isAllowed, (text) => `export * from ${text};`);
				plant(layer, `${path}/index.ts`, !isAllowed, (text) => `const later = await import(${text});`);
				plant(layer, `${path}/inner.ts`, true);
				plant(layer, `${path}/inner/index.ts`, true);
			}
			plant(layer, "./inner.ts", false);
			plant(layer, "left-pad", true);
			plant(layer, "unbash", !(layer.packages ?? []).includes("unbash"));
			plant(layer, "yaml", !(layer.packages ?? []).includes("yaml"));
			plant(layer, "node:fs", layer.node !== true);
			plant(layer, "node:fs/promises", layer.node !== true);
			plant(layer, "fs", true);
		}
		const texts = new Map([...planted].map(([file, lines]) => [file, lines.join("\n")]));
		const caught = new Set(findViolations(texts, layers).map(({ file, line }) => `${file}:${line}`));
		const describeLine = (place: string) => `${place}: ${planted.get(place.replace(/:\d+$/, ""))?.[Number(place.split(":").at(-1)) - 1]}`;
		expect([...expected].filter((place) => !caught.has(place)).map(describeLine), "not caught").toEqual([]);
		expect([...caught].filter((place) => !expected.has(place)).map(describeLine), "caught by mistake").toEqual([]);
		expect(expected.size).toBeGreaterThan(1_000);
	});

	it("[layers-table] an import over several lines is seen, and a test beside the file may import anything", () => {
		const text = 'import {\n\tone,\n\ttwo,\n} from "../../store/index.ts";\n';
		const planted = new Map([
			["src/engine/decide/planted.ts", text],
			["src/engine/decide/planted.test.ts", text],
		]);
		expect(findViolations(planted, layers)).toEqual([
			{ file: "src/engine/decide/planted.ts", line: 1, message: "src/engine/decide may not import src/store" },
		]);
	});

	it("[layers-table] no import of src breaks the table, and every file has a room", () => {
		const files = globSync("src/**/*.ts", { cwd: REPOSITORY });
		expect(findViolations(new Map(files.map((file) => [file, readFileSync(join(REPOSITORY, file), "utf8")])), layers)).toEqual([]);
		expect(files.length).toBeGreaterThan(300);
	});

	it("[layers-design] the table says what the design says", () => {
		// What remembers is pure and knows nobody, so everybody may import it.
		expect(row("src/memory")).toEqual({ folder: "src/memory", imports: [] });
		for (const { folder, imports, packages = [], node = false } of layers.filter(({ folder }) => `${folder}/`.startsWith("src/engine/"))) {
			expect(packages, folder).toEqual(folder === "src/engine/shell" ? ["unbash"] : []);
			expect(node, folder).toBe(false);
			expect(
				imports.filter((other) => other !== "src/memory" && !isInside(other, "src/engine")),
				folder,
			).toEqual([]);
		}
		expect(row("src/engine/language")?.imports).toEqual([]);
		expect(row("src/definitions")?.imports).toEqual(["src/engine"]);
		for (const folder of ["store", "sandbox", "runners"])
			for (const other of row(`src/${folder}`)?.imports ?? [])
				expect(["src/engine", "src/platform", "src/memory"], folder).toContain(other);
		const points = layers.filter(({ folder }) => isInside(folder, "src/points"));
		for (const { folder, imports } of points) {
			for (const other of imports)
				expect(["src/authority", "src/engine", "src/platform", "src/memory", "src/client", "src/points/http"], folder).toContain(other);
		}
		expect(points.length).toBeGreaterThan(2);
		for (const { folder } of layers.filter(({ imports }) => imports.includes("src/store")))
			expect(folder).toMatch(/^src\/(?:state\/.*|ledger|authority)$/);
	});

	it("[layers-design] rooms that a room imports never import it back, however far the way", () => {
		const above = (folder: string, seen: ReadonlySet<string>): boolean =>
			(row(folder)?.imports ?? []).some((other) => seen.has(other) || above(other, new Set([...seen, other])));
		expect(layers.filter(({ folder }) => above(folder, new Set([folder]))).map(({ folder }) => folder)).toEqual([]);
	});

	it("[layers-cycles] a cycle is caught, also one of types only and one through the folder around", () => {
		const planted = {
			"src/engine/index.ts": 'export * from "./paths/index.ts";\n',
			"src/engine/paths/index.ts": 'export * from "./up.ts";\n',
			"src/engine/paths/up.ts": 'export * from "../index.ts";\n',
			"src/engine/seal/a.ts": 'import type { B } from "./b.ts";\nexport type A = B | 1;\n',
			"src/engine/seal/b.ts": 'import type { A } from "./a.ts";\nexport type B = A | 2;\n',
			"src/engine/seal/c.ts": 'import type { A } from "./a.ts";\nexport type C = A | 3;\n',
		};
		const caught = lintPlanted(planted, "suspicious/noImportCycles");
		expect([...caught].toSorted()).toEqual(
			["index.ts", "paths/index.ts", "paths/up.ts", "seal/a.ts", "seal/b.ts"].map((file) => `src/engine/${file}:1`),
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
