import type {
	Approver,
	ArgumentRule,
	ClientToolMode,
	ConfinementLevel,
	Level,
	ParentShare,
	Quota,
	SandboxMode,
	SymlinkMode,
} from "./profile.ts";
import type { ToolDeclaration } from "./tool-entry.ts";

/**
 * A language as written: it holds what any one of its entries matches. An empty set holds nothing.
 * Entries are sorted and unique.
 */
export type AnyOf = readonly string[];

/**
 * A conjunction of languages: every one must hold. `[]` = no restriction. Meeting two is joining the lists, so the
 * meet is exact for every pattern language; a set that contains another one of the list is left out.
 */
export type AllOf = readonly AnyOf[];

/** A number that bounds; `null` = no limit, 0 = zero. */
export type Limit = number | null;

export type TargetSet = "parent" | "children" | "family" | readonly string[];

/** Who may be reached. */
export interface TargetTerms {
	/** Every one must hold; keywords are the agent's own relations. `[]` = no restriction of its own. */
	readonly targets: readonly TargetSet[];
	/** What the ancestors could reach; the agent's own parent and children are always within. */
	readonly within: readonly (readonly string[])[];
	/** An allow edge is needed besides (`null` was written). */
	readonly edge_required: boolean;
}

/** Sealed form of `tools.permissions.<tool>`. */
export interface ToolTerms {
	readonly enabled: boolean;
	/** `[]` = no restriction beyond the file system's. */
	readonly allowed_paths: AllOf;
	readonly blocked_paths: AnyOf;
	readonly timeout: Limit;
	readonly requires_confirmation: boolean;
	readonly allowed_targets: TargetTerms | null;
	/** Every record of rules must hold. */
	readonly arguments: readonly Readonly<Record<string, ArgumentRule>>[];
}

/**
 * What is granted, in every dimension: defaults filled in, sorted, frozen, free of agent names and of places on a
 * disk, so that equal grants have equal digests.
 *
 * Paths are canonical: `<workspace>/src/**`, `<shared>`, `<exports>`, `<claude>`, `<session>`, `<operator>`, `<own>` or absolute.
 * A grant without glob characters is a whole tree. A blocked or protected entry covers everything below what it matches.
 */
export interface Terms {
	readonly level: Level;
	readonly tools: {
		/** Rule texts, a conditional one with ` when confined` after it; `*` alone stands for every tool of the registry. */
		readonly allowed: AllOf;
		readonly disallowed: AnyOf;
		readonly ask: AnyOf;
		readonly permissions: Readonly<Record<string, ToolTerms>>;
		readonly declare: Readonly<Record<string, ToolDeclaration>>;
	};
	readonly filesystem: {
		readonly sandbox_root: AllOf;
		readonly read_paths: AllOf;
		readonly write_paths: AllOf;
		readonly blocked_paths: AnyOf;
		readonly protected_paths: AnyOf;
		readonly max_file_size_mb: Limit;
		readonly max_total_size_mb: Limit;
		readonly allow_symlinks: SymlinkMode;
	};
	readonly network: { readonly allow: AllOf; readonly deny: AnyOf };
	readonly environment: { readonly allow: AnyOf };
	readonly resources: {
		readonly max_tokens_per_request: Limit;
		readonly max_total_tokens: Limit;
		readonly max_requests_per_minute: Limit;
		readonly max_cost_usd: Limit;
		readonly max_turns: Limit;
		readonly max_runtime_seconds: Limit;
		readonly max_processes: Limit;
		readonly max_memory_mb: Limit;
	};
	readonly capabilities: {
		readonly multi_agent_todo: boolean;
		readonly agent_messaging: boolean;
		readonly spawn_agents: boolean;
		readonly network_access: boolean;
		readonly spawn: {
			readonly max_children: Limit;
			readonly max_depth: Limit;
			/** `null` = any profile within the parent's writ. */
			readonly profiles: AnyOf | null;
		};
	};
	readonly messaging: { readonly allowed_targets: TargetTerms; readonly accept_from: TargetTerms };
	readonly events: { readonly allowed: AllOf };
	readonly acp: { readonly client_tools: { readonly fs: ClientToolMode; readonly terminal: ClientToolMode } };
	readonly sandbox: {
		readonly mode: SandboxMode;
		readonly parent_share: ParentShare;
		readonly session_share: boolean;
		readonly minimum_level: ConfinementLevel;
		readonly quota: Quota;
		readonly unix_sockets: boolean;
		/** Absent = every tool that is known. */
		readonly caches?: AnyOf;
	};
	readonly approvals: { readonly approver: Approver; readonly deadline_seconds: number; readonly on_timeout: "deny" };
}
