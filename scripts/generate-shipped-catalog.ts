/** Makes src/definitions/generated/shipped-catalog.ts: definitions/ read and checked, so that no start has to parse YAML. */
import { join, relative } from "node:path";
import { loadCatalog } from "../src/definitions/load-catalog.ts";
import { readDefinitions } from "../src/platform/index.ts";
import { generatedFile, REPOSITORY } from "./generated-file.ts";

// Not by the index: that one brings the file which is made here.

const { files, problems } = readDefinitions(join(REPOSITORY, "definitions"), "built-in");
const catalog = loadCatalog(files.map((file) => ({ ...file, path: relative(REPOSITORY, file.path) })));
const found = [...problems, ...catalog.problems];

for (const { severity, message, hint, source } of found) {
	console.error(
		`${source?.file}:${source?.line ?? 1}:${source?.column ?? 1}: ${severity}: ${message}${hint === undefined ? "" : ` (${hint})`}`,
	);
}
// A shipped definition has no problem at all, not even a warning.
if (found.length > 0) process.exitCode = 1;
else generatedFile("src/definitions/generated/shipped-catalog.ts", text());

function text(): string {
	return [
		"// Made by scripts/generate-shipped-catalog.ts from definitions/: change those files and run npm run generate.",
		'import type { AgentDefinition, Definition } from "../../engine/index.ts";',
		"",
		list("shippedProfiles", "Definition", Object.values(catalog.profiles)),
		list("shippedFragments", "Definition", Object.values(catalog.fragments)),
		list("shippedAgents", "AgentDefinition", Object.values(catalog.agents)),
	].join("\n");
}

/** One line for each definition, so that a change shows which one it was. */
function list(name: string, type: string, entries: readonly object[]): string {
	return `export const ${name}: readonly ${type}[] = [\n${entries.map((entry) => `\t${JSON.stringify(entry)},\n`).join("")}];\n`;
}
