export { parseAgentDefinition } from "./agent/index.ts";
export { catalogOfFolders, type ReadFolder } from "./catalog-of-folders.ts";
export {
	type DecisionTest,
	type DecisionTests,
	decisionTestsShape,
	type ParsedTests,
	parseDecisionTests,
} from "./decision-tests/index.ts";
export * from "./foreign/index.ts";
export { type DefinitionText, loadCatalog } from "./load-catalog.ts";
export { type DefinitionPlace, type Parsed, parseDefinition } from "./parse-definition.ts";
export { type DocumentPlace, sortProblems } from "./place-problems.ts";
export { shippedCatalog } from "./shipped-catalog.ts";
export { readYaml } from "./yaml/index.ts";
