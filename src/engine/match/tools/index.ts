export { KSI_NAMES } from "./ksi.ts";
export { ABSENT, COMPUTED, ownValue } from "./own-value.ts";
export { type ArgumentReading, readArguments } from "./read-arguments.ts";
export { canonicalToolName, findTool, TOOLS } from "./registry.ts";
export { toolOf } from "./tool-of.ts";
export { knownArguments } from "./tool-plan.ts";
