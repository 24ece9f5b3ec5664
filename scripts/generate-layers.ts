/** Makes biome.layers.json, the linter's import rules, from layers.json. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { generatedFile, REPOSITORY } from "./generated-file.ts";
import { type Layer, lintOverrides } from "./lint-overrides.ts";

const { layers }: { layers: readonly Layer[] } = JSON.parse(readFileSync(join(REPOSITORY, "layers.json"), "utf8"));

generatedFile("biome.layers.json", `${JSON.stringify({ overrides: lintOverrides(layers) }, undefined, "\t")}\n`);
