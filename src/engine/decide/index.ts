export { decide } from "./decide.ts";
export { NOTHING_READ, toolContext } from "./decide-tool.ts";
export { effectiveTerms } from "./effective-terms.ts";
export type { Outcome } from "./outcome.ts";
export type { Step, ToolContext } from "./tool-context.ts";
export { TOOL_STEPS } from "./tool-steps.ts";
