/** Text becomes checked values: definitions in YAML and Markdown, decision tests, and the dictionaries of other systems. */
export { catalogOfFolders } from "./catalog-of-folders.ts";
export { decisionTestsShape } from "./decision-tests-shape.ts";
export { readOverrides, readPermissions } from "./foreign/read-foreign.ts";
export { loadCatalog } from "./load-catalog.ts";
export { parseAgentDefinition } from "./parse-agent-definition.ts";
export { type DecisionTest, type DecisionTests, parseDecisionTests } from "./parse-decision-tests.ts";
export { type Parsed, parseDefinition } from "./parse-definition.ts";
export { sortProblems } from "./place-problems.ts";
export { shippedCatalog } from "./shipped-catalog.ts";
export { readYaml } from "./yaml/read-yaml.ts";
