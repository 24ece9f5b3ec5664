/** Every tool that writ knows, one table per client and one row per tool, and how the arguments of a call are read. */
export { ABSENT, COMPUTED, ownValue } from "./argument-values.ts";
export { KSI_NAMES } from "./ksi.ts";
export { type ArgumentReading, knownArguments, readArguments } from "./read-arguments.ts";
export { canonicalToolName, findTool, TOOLS, toolOf } from "./registry.ts";
export { findServedTool, SERVED_TOOLS, type ServedToolName, subjectArgument, targetArgument, twinsOf } from "./writ.ts";
