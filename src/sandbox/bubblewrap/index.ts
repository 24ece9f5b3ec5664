export type { HostUser } from "./choose-user.ts";
export { endStranded } from "./end-stranded.ts";
export type { Refusal } from "./refusal.ts";
export { type RunOptions, runSandboxed } from "./run-sandboxed.ts";
export type { LimitViolation, SandboxEnd, SandboxOutcome, SandboxUsage } from "./sandbox-outcome.ts";
export type { Standard, StartOptions } from "./start-options.ts";
export { type StartedSandbox, startSandboxed } from "./start-sandboxed.ts";
