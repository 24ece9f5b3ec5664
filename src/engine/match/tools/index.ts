export { KSI_NAMES } from "./ksi.ts";
export { type ArgumentReading, readArguments } from "./read-arguments.ts";
export { canonicalToolName, findTool, TOOLS } from "./registry.ts";
export { toolOf } from "./tool-of.ts";
