/** Makes definitions/schema/*.schema.json, by which editors check and complete definitions, from the shapes of the engine. */
import { decisionTestsShape } from "../src/definitions/index.ts";
import { agentDefinitionShape, ceilingShape, fragmentShape, overridesShape, profileShape, toJsonSchema } from "../src/engine/index.ts";
import { generatedFile } from "./generated-file.ts";

const SCHEMAS = {
	profile: profileShape,
	fragment: fragmentShape,
	ceiling: ceilingShape,
	agent: agentDefinitionShape,
	overrides: overridesShape,
	"decision-tests": decisionTestsShape,
};

for (const [name, shape] of Object.entries(SCHEMAS)) {
	generatedFile(`definitions/schema/${name}.schema.json`, `${JSON.stringify(toJsonSchema(shape), null, 2)}\n`);
}
