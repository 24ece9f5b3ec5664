/** The seam that every point calls. */

export { GRANT_SCOPES, type GrantScope } from "../grants/index.ts";
export type { AccessKey } from "../identity/index.ts";
export {
	EXPORT_FORMATS,
	type ExportFormat,
	exportRecords,
	type LedgerFilter,
	type LedgerRecord,
	type Verification,
} from "../ledger/index.ts";
export { runnerKind } from "../runners/index.ts";
export { type EscapeReport, type EscapeResult, type PlanProblem, SANDBOX_VARIABLES, type SandboxPlan } from "../sandbox/index.ts";
export type { AgentView } from "./agents.ts";
export { attackSandbox } from "./attack-sandbox.ts";
export type { Spawned, SpawnWish } from "./birth.ts";
export type { Caller } from "./caller.ts";
export type { Decided } from "./decide.ts";
export type { EdgeWish } from "./edges.ts";
export type { RunEnd } from "./end-run.ts";
export { compilePatterns } from "./event-patterns.ts";
export type { LedgerEvent } from "./events.ts";
export { examineMachine, type MachineExamination } from "./examine-machine.ts";
export type { KeyWithValue } from "./keys.ts";
export { type KnownMachine, knownMachine } from "./launch/known-machine.ts";
export type { PreparedRun } from "./launch/plan-launch.ts";
export { imagineDirectories, previewPlan } from "./launch/preview-plan.ts";
export type { SeenConnection } from "./launch/run-network.ts";
export type { NotStarted, PlannedProgram, RunAuthority, RunOrder, RunReport, StartedRun } from "./launch/run-report.ts";
export { superviseRun } from "./launch/supervise-run.ts";
export { superviseUnconfined, type UnconfinedRun } from "./launch/supervise-unconfined.ts";
export type { Launch } from "./launch-run.ts";
export type { MountView, ToolView } from "./mounting/mount-view.ts";
export type { ToolReview } from "./mounting/mounts.ts";
export type { PutMount } from "./mounting/put-mount.ts";
export type { MountWish } from "./mounting/read-mount-wish.ts";
export type { MountedToolView, MountedUse } from "./mounting/use-mounted.ts";
export { OFFERED_TOOLS } from "./offered-tools.ts";
export { type OfflineAudit, openOfflineAudit } from "./offline-audit.ts";
export { type AuthorityOptions, openAuthority } from "./open-authority.ts";
export { sandboxWish } from "./own-directory.ts";
export { shapes } from "./plain-shapes.ts";
export type { RunWish } from "./prepare-run.ts";
export type { ProfileView } from "./profiles.ts";
export type { Outcome, Refusal } from "./refusal.ts";
export { refusalMembers } from "./refusal-members.ts";
export type { SandboxWish } from "./session-directory.ts";
export { sessionName } from "./session-name.ts";
export { versionOfAll } from "./settings.ts";
export type { Snapshot } from "./snapshot.ts";
export type { TodoList } from "./todos.ts";
export type { ToolUse } from "./tool-use.ts";
export { eventFor } from "./uniform.ts";
export type { UsedTool } from "./use-tool.ts";
export type { Authority } from "./verbs.ts";
export { createWindowCounter, type WindowCounter } from "./window-counter.ts";
export type { WrittenProfile } from "./write-profile.ts";
