export type { KeptExports } from "./keep-exports.ts";
export { isRunning as ownerIsRunning } from "./process-owner.ts";
export { removeTree } from "./remove-tree.ts";
export type { NoteDetails, SandboxNote } from "./sandbox-note.ts";
export { type Ending, openSandboxStorage, type SandboxDirectories, type SandboxRequest, type SandboxStorage } from "./sandbox-storage.ts";
export type { SweepOptions } from "./sweep-orphans.ts";
