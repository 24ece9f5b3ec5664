/** Part of `npm run check`: every import between the rooms of src is one that layers.json allows. Exit 1 when one is not. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "./generated-file.ts";
import { findViolations, type Layer } from "./layers.ts";

const { layers }: { layers: readonly Layer[] } = JSON.parse(readFileSync(join(REPOSITORY, "layers.json"), "utf8"));
const texts = new Map(globSync("src/**/*.ts", { cwd: REPOSITORY }).map((file) => [file, readFileSync(join(REPOSITORY, file), "utf8")]));
const violations = findViolations(texts, layers);
for (const { file, line, message } of violations) console.error(`${file}:${line}  ${message} (layers.json)`);
if (violations.length > 0) process.exitCode = 1;
