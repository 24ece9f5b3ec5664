/** The words of the engine: profile, terms, writ, request, facts, decision and the reason codes. */
export { assertNever } from "./assert-never.ts";
export type { Decision, Effect, Obligation, Reason } from "./decision.ts";
export type { AgentDefinition, Catalog, Composition, Definition, ProfileOverrides } from "./definition.ts";
export type {
	BudgetCounters,
	DirectoryListing,
	Disk,
	EdgeVerdict,
	Facts,
	GrantFact,
	List,
	Listing,
	RealPath,
	Resolution,
	Resolve,
} from "./facts.ts";
export { type Flat, present } from "./present.ts";
export { type AgentId, type Principal, parseAgentId, parseEmail, principalName, ROLES, type Role } from "./principal.ts";
export {
	type AllowedEntry,
	APPROVERS,
	type Approver,
	type ArgumentRule,
	CACHE_TOOLS,
	type CacheTool,
	CLIENT_TOOL_MODES,
	type ClientToolMode,
	CONFINEMENT_LEVELS,
	type ConditionalRule,
	type ConfinementLevel,
	LEVELS,
	type Level,
	PARENT_SHARES,
	type ParentShare,
	type Profile,
	QUOTAS,
	type Quota,
	type Resources,
	SANDBOX_MODES,
	type SandboxMode,
	SYMLINK_MODES,
	type SymlinkMode,
	type Targets,
	type ToolPermission,
} from "./profile.ts";
export { REASON_CODES, type ReasonCode, type ReasonCodeEntry } from "./reason-codes.ts";
export {
	type CommandRequest,
	type EventRequest,
	type NetworkRequest,
	PATH_OPERATIONS,
	type PathOperation,
	type PathRequest,
	type Request,
	type SpawnRequest,
	type SpendRequest,
	type TargetRequest,
	type ToolRequest,
	unreadRequest,
} from "./request.ts";
export { type Escalation, LAYERS, type Layer, type Origins, type Problem, type Source } from "./source.ts";
export type { AllOf, AnyOf, Limit, TargetSet, TargetTerms, Terms, ToolTerms } from "./terms.ts";
export type {
	ArgumentShape,
	ArgumentUse,
	PatternKind,
	ServedTool,
	ToolDeclaration,
	ToolEntry,
	ToolGate,
	ToolScope,
	ToolService,
} from "./tool-entry.ts";
export { type Bound, PLACES, type Place, type Places, type Writ, type WritDigest } from "./writ.ts";
