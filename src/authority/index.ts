/** The seam that every point calls. */

export { GRANT_SCOPES, type GrantScope } from "../grants/index.ts";
export {
	EXPORT_FORMATS,
	type ExportFormat,
	exportRecords,
	type LedgerFilter,
	type LedgerRecord,
	type Verification,
} from "../ledger/index.ts";
export type { AgentView } from "./agents.ts";
export type { Spawned, SpawnWish } from "./birth.ts";
export type { Caller } from "./caller.ts";
export type { Decided } from "./decide.ts";
export type { LedgerEvent } from "./events.ts";
export { type OfflineAudit, openOfflineAudit } from "./offline-audit.ts";
export { type AuthorityOptions, openAuthority } from "./open-authority.ts";
export { sandboxWish } from "./own-directory.ts";
export type { Outcome, Refusal } from "./refusal.ts";
export type { SandboxWish } from "./session-directory.ts";
export { eventFor } from "./uniform.ts";
export type { Authority } from "./verbs.ts";
