import type { ToolDeclaration } from "./tool-entry.ts";

/** Who may be reached: `null` = edges decide, a keyword, or a list of ids (in a list every word is an id). */
export type Targets = null | "parent" | "children" | "family" | readonly string[];

/** A test of one argument: a plain value or glob text, or a constraint. */
export type ArgumentRule =
	| string
	| number
	| boolean
	| {
			readonly not?: string | number | boolean | readonly (string | number | boolean)[];
			readonly any?: readonly (string | number | boolean)[];
			readonly min?: number;
			readonly max?: number;
			readonly max_length?: number;
			readonly required?: boolean;
	  };

/** A rule that holds only for an agent that a sandbox confines; for any other one the same call asks. */
export interface ConditionalRule {
	readonly rule: string;
	readonly when: "confined";
}

/** One entry of `tools.allowed`. */
export type AllowedEntry = string | ConditionalRule;

/** The NEXUS ToolPermission plus argument rules. */
export interface ToolPermission {
	readonly enabled?: boolean;
	readonly allowed_paths?: readonly string[] | null;
	readonly blocked_paths?: readonly string[];
	readonly timeout?: number | null;
	readonly requires_confirmation?: boolean | null;
	readonly allowed_targets?: Targets;
	readonly arguments?: Readonly<Record<string, ArgumentRule>>;
}

export interface Resources {
	readonly max_tokens_per_request?: number | null;
	readonly max_total_tokens?: number | null;
	readonly max_requests_per_minute?: number | null;
	readonly max_cost_usd?: number | null;
	readonly max_turns?: number | null;
	readonly max_runtime_seconds?: number | null;
	readonly max_processes?: number | null;
	readonly max_memory_mb?: number | null;
}

/** The profile document (docs/reference/profile.md), as a person writes it. Every key is optional. */
export interface Profile {
	readonly name?: string;
	readonly type?: "permission_profile" | "permission_fragment";
	readonly version?: string;
	readonly description?: string;
	readonly author?: string;
	readonly extends?: string | readonly string[];
	readonly include?: readonly string[];
	/** Only in a fragment: every rule that it allows is a conditional one. */
	readonly when?: "confined";
	readonly level?: Level;
	readonly tools?: {
		/** `null` = every known tool; absent or `[]` = none. */
		readonly allowed?: readonly AllowedEntry[] | null;
		readonly disallowed?: readonly string[];
		readonly ask?: readonly string[];
		readonly permissions?: Readonly<Record<string, ToolPermission>>;
		/** Tools of the person's own: which arguments are paths, commands, targets, hosts. */
		readonly declare?: Readonly<Record<string, ToolDeclaration>>;
	};
	readonly filesystem?: {
		readonly sandbox_root?: string;
		readonly read_paths?: readonly string[];
		readonly write_paths?: readonly string[];
		/** Absent = the built-in secrets list. */
		readonly blocked_paths?: readonly string[];
		readonly protected_paths?: readonly string[];
		readonly max_file_size_mb?: number | null;
		readonly max_total_size_mb?: number | null;
		readonly allow_symlinks?: SymlinkMode;
	};
	readonly network?: { readonly allow?: readonly string[]; readonly deny?: readonly string[] };
	readonly environment?: { readonly allow?: readonly string[] };
	readonly resources?: Resources;
	readonly capabilities?: {
		readonly multi_agent_todo?: boolean;
		readonly agent_messaging?: boolean;
		readonly spawn_agents?: boolean;
		readonly network_access?: boolean;
		readonly spawn?: { readonly max_children?: number | null; readonly max_depth?: number | null; readonly profiles?: readonly string[] };
	};
	readonly messaging?: { readonly allowed_targets?: Targets; readonly accept_from?: Targets };
	readonly events?: { readonly allowed?: readonly string[] };
	readonly acp?: { readonly client_tools?: { readonly fs?: ClientToolMode; readonly terminal?: ClientToolMode } };
	readonly sandbox?: {
		readonly mode?: SandboxMode;
		readonly parent_share?: ParentShare;
		readonly session_share?: boolean;
		readonly minimum_level?: ConfinementLevel;
		readonly quota?: Quota;
		readonly unix_sockets?: boolean;
		readonly caches?: readonly CacheTool[];
	};
	readonly approvals?: { readonly approver?: Approver; readonly deadline_seconds?: number; readonly on_timeout?: "deny" };
}

/** Tools whose downloads `writ run` keeps between runs. */
export const CACHE_TOOLS = ["cargo", "go", "gradle", "npm", "pip", "uv"] as const;
export type CacheTool = (typeof CACHE_TOOLS)[number];

/** Labels of a profile; they grant nothing by themselves. */
export const LEVELS = ["yolo", "trusted", "sandboxed", "restricted", "standard", "researcher", "custom"] as const;
export type Level = (typeof LEVELS)[number];

/** How links inside granted trees may be used, strictest first. */
export const SYMLINK_MODES = [false, "inside", true] as const;
export type SymlinkMode = (typeof SYMLINK_MODES)[number];

/** What an ACP peer's tools may do for the agent, strictest first. */
export const CLIENT_TOOL_MODES = ["block", "self_handle", "single_pass_through", "unsafe_debug"] as const;
export type ClientToolMode = (typeof CLIENT_TOOL_MODES)[number];

/** Sandbox directory modes, strictest first. */
export const SANDBOX_MODES = ["isolated", "nested", "shared"] as const;
export type SandboxMode = (typeof SANDBOX_MODES)[number];

/** What a nested child sees of its parent's workspace, strictest first. */
export const PARENT_SHARES = ["none", "read_only", "read_write"] as const;
export type ParentShare = (typeof PARENT_SHARES)[number];

/** How strongly a machine can confine a process, weakest first. */
export const CONFINEMENT_LEVELS = ["L0", "L1", "L2", "L3", "L4"] as const;
export type ConfinementLevel = (typeof CONFINEMENT_LEVELS)[number];

/** How the size limit is held, strictest first. */
export const QUOTAS = ["hard", "soft"] as const;
export type Quota = (typeof QUOTAS)[number];

/** Who may answer an `ask`, strictest first. */
export const APPROVERS = ["human", "any"] as const;
export type Approver = (typeof APPROVERS)[number];
