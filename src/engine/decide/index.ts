export type { CompareWish } from "./compare-wish.ts";
export { decide, decideObserved } from "./decide.ts";
export { type Link, lineOf } from "./line.ts";
export type { Outcome } from "./outcome.ts";
export { NOTHING_READ } from "./read-call.ts";
export { refusedTool } from "./refused-tool.ts";
export { spendFacts, withoutAncestor } from "./strictest.ts";
export { type Step, type ToolContext, toolContext } from "./tool-context.ts";
export { TOOL_STEPS } from "./tool-steps.ts";
