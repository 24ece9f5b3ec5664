/** Allow, deny or ask: one request judged by a writ and by every writ above it. */
export type { CompareWish } from "./check-spawn.ts";
export { decide, decideObserved } from "./decide.ts";
export { refusedTool } from "./decide-tool.ts";
export { type Link, lineOf, spendFacts, withoutAncestor } from "./line.ts";
export type { Outcome } from "./outcome.ts";
export { NOTHING_READ, type ToolContext, toolContext } from "./tool-context.ts";
export { TOOL_STEPS } from "./tool-steps.ts";
