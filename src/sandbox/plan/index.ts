export { deniedPaths, type IsDenied } from "./denied-paths.ts";
export { isWithin, moved } from "./is-within.ts";
export { SANDBOX_VARIABLES } from "./plan-environment.ts";
export type { DiskEntry, EnvironmentFacts, FoundPath, FoundPaths, ParentFacts, PlanFacts } from "./plan-facts.ts";
export type { PlanProblem } from "./plan-problem.ts";
export { type PlanOutcome, planSandbox } from "./plan-sandbox.ts";
export type { Cover, Mask, Missing, Mount, SandboxPlan, Workspace } from "./sandbox-plan.ts";
export { lastingTrees, writableRoots } from "./writable-roots.ts";
