export type { HostUser } from "./choose-user.ts";
export type { Refusal } from "./refusal.ts";
export { type RunOptions, runSandboxed } from "./run-sandboxed.ts";
export type { LimitViolation, SandboxEnd, SandboxOutcome, SandboxUsage } from "./sandbox-outcome.ts";
export { type Standard, type StartedSandbox, type StartOptions, startSandboxed } from "./start-sandboxed.ts";
