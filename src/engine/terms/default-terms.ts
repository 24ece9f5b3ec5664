import type { Terms } from "../language/index.ts";
import { BUILT_IN_BLOCKED_PATHS, BUILT_IN_PROTECTED_PATHS } from "./built-in-paths.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { EDGES_DECIDE } from "./targets.ts";

const PROTECTED = [...BUILT_IN_PROTECTED_PATHS].sort();

/** What a profile grants in each key that it leaves out: nothing, or the default of the profile document. */
export const PROFILE_DEFAULTS: Terms = deepFreeze<Terms>({
	level: "custom",
	tools: { allowed: [[]], disallowed: [], ask: [], permissions: {}, declare: {} },
	filesystem: {
		sandbox_root: [["<workspace>"]],
		read_paths: [[]],
		write_paths: [[]],
		blocked_paths: [...BUILT_IN_BLOCKED_PATHS].sort(),
		protected_paths: PROTECTED,
		max_file_size_mb: 10,
		max_total_size_mb: 100,
		allow_symlinks: false,
	},
	network: { allow: [[]], deny: [] },
	environment: { allow: [] },
	resources: {
		max_tokens_per_request: 50_000,
		max_total_tokens: 500_000,
		max_requests_per_minute: 30,
		max_cost_usd: null,
		max_turns: null,
		max_runtime_seconds: null,
		max_processes: 128,
		max_memory_mb: 2048,
	},
	capabilities: {
		multi_agent_todo: false,
		agent_messaging: false,
		spawn_agents: false,
		network_access: false,
		spawn: { max_children: 5, max_depth: 3, profiles: null },
	},
	messaging: { allowed_targets: EDGES_DECIDE, accept_from: EDGES_DECIDE },
	events: { allowed: [[]] },
	acp: { client_tools: { fs: "block", terminal: "block" } },
	sandbox: { mode: "isolated", parent_share: "read_only", session_share: false, minimum_level: "L3", quota: "soft", unix_sockets: false },
	approvals: { approver: "human", deadline_seconds: 300, on_timeout: "deny" },
});

/** What a bound (a ceiling, an agent's list of tools) allows in each key that it leaves out: everything. */
export const BOUND_DEFAULTS: Terms = deepFreeze<Terms>({
	level: "custom",
	tools: { allowed: [], disallowed: [], ask: [], permissions: {}, declare: {} },
	filesystem: {
		sandbox_root: [],
		read_paths: [],
		write_paths: [],
		blocked_paths: [],
		protected_paths: PROTECTED,
		max_file_size_mb: null,
		max_total_size_mb: null,
		allow_symlinks: true,
	},
	network: { allow: [], deny: [] },
	// A list of names cannot say "all"; `meetBound` leaves the terms' own where a bound says nothing.
	environment: { allow: [] },
	resources: {
		max_tokens_per_request: null,
		max_total_tokens: null,
		max_requests_per_minute: null,
		max_cost_usd: null,
		max_turns: null,
		max_runtime_seconds: null,
		max_processes: null,
		max_memory_mb: null,
	},
	capabilities: {
		multi_agent_todo: true,
		agent_messaging: true,
		spawn_agents: true,
		network_access: true,
		spawn: { max_children: null, max_depth: null, profiles: null },
	},
	messaging: {
		allowed_targets: { targets: [], within: [], edge_required: false },
		accept_from: { targets: [], within: [], edge_required: false },
	},
	events: { allowed: [] },
	acp: { client_tools: { fs: "unsafe_debug", terminal: "unsafe_debug" } },
	sandbox: { mode: "shared", parent_share: "read_write", session_share: true, minimum_level: "L0", quota: "soft", unix_sockets: true },
	approvals: { approver: "any", deadline_seconds: 604_800, on_timeout: "deny" },
});
