export { decide } from "./decide.ts";
export { effectiveTerms } from "./effective-terms.ts";
export type { Outcome } from "./outcome.ts";
export { NOTHING_READ } from "./read-call.ts";
export { refusedTool } from "./refused-tool.ts";
export { type Step, type ToolContext, toolContext } from "./tool-context.ts";
export { TOOL_STEPS } from "./tool-steps.ts";
