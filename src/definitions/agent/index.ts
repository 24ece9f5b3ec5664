export { parseAgentDefinition } from "./parse-agent-definition.ts";
