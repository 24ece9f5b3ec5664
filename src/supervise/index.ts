/** Runs a program from its plan to the scan after its exit, in whatever process asks for it. */
export { sweepStubs } from "../sandbox/index.ts";
export { dropCaches, keptCaches, type ListedCache } from "./caches.ts";
export { attackSandbox, examineMachine, type MachineExamination } from "./examine-machine.ts";
export { PERMITTED_AGENTS } from "./guard-disk.ts";
export { type KnownMachine, knownMachine } from "./machine.ts";
export { imagineDirectories, type PreparedRun, previewPlan } from "./plan.ts";
export type { NotStarted, RunAuthority, RunOrder, RunReport, StartedRun } from "./run.ts";
export type { SeenConnection } from "./run-network.ts";
export type { CommandStreams } from "./streams.ts";
export { superviseRun } from "./supervise-run.ts";
export { superviseUnconfined, type UnconfinedRun } from "./supervise-unconfined.ts";
