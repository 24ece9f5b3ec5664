import { type Places, parseAgentId, type Terms, type ToolTerms, type Writ } from "../../src/engine/language/index.ts";
import { digestTerms } from "../../src/engine/seal/index.ts";

/** Terms that grant a moderate amount in every dimension, to change one dimension at a time. */
export const MODERATE: Terms = {
	level: "custom",
	tools: { allowed: [["*"]], disallowed: [], ask: [], permissions: {}, declare: {} },
	filesystem: {
		sandbox_root: [["<workspace>"]],
		read_paths: [["<shared>", "<workspace>"]],
		write_paths: [["<workspace>"]],
		blocked_paths: [],
		protected_paths: [],
		max_file_size_mb: 10,
		max_total_size_mb: 100,
		allow_symlinks: "inside",
	},
	network: { allow: [["*.example.com"]], deny: [] },
	environment: { allow: ["CI", "LANG"] },
	resources: {
		max_tokens_per_request: 1000,
		max_total_tokens: 10_000,
		max_requests_per_minute: 60,
		max_cost_usd: null,
		max_turns: 10,
		max_runtime_seconds: 600,
		max_processes: 128,
		max_memory_mb: 2048,
	},
	capabilities: {
		multi_agent_todo: false,
		agent_messaging: true,
		spawn_agents: true,
		network_access: true,
		spawn: { max_children: 5, max_depth: 3, profiles: null },
	},
	messaging: {
		allowed_targets: { targets: [], within: [], edge_required: true },
		accept_from: { targets: [], within: [], edge_required: true },
	},
	events: { allowed: [["agent:*"]] },
	acp: { client_tools: { fs: "self_handle", terminal: "block" } },
	sandbox: { mode: "isolated", parent_share: "read_only", session_share: false, minimum_level: "L3", quota: "soft", unix_sockets: false },
	approvals: { approver: "human", deadline_seconds: 300, on_timeout: "deny" },
};

/** A permission of one tool that restricts nothing. */
export const OPEN_TOOL: ToolTerms = {
	enabled: true,
	allowed_paths: [],
	blocked_paths: [],
	timeout: null,
	requires_confirmation: false,
	allowed_targets: null,
	arguments: [],
};

/** The workspace and the shared directory of most tests. */
export const PLACES_AT_WS: Places = {
	written: { workspace: "/ws", shared: "/box/shared" },
	real: { workspace: "/ws", shared: "/box/shared" },
	relocated: {},
	home: null,
};

/** A change of some dimensions, two levels deep. */
export type Change = { readonly [Group in keyof Terms]?: Terms[Group] extends object ? Partial<Terms[Group]> : Terms[Group] };

/** Terms with some dimensions changed. */
export function changed(base: Terms, change: Change): Terms {
	const level = change.level ?? base.level;
	return {
		level,
		tools: { ...base.tools, ...change.tools },
		filesystem: { ...base.filesystem, ...change.filesystem },
		network: { ...base.network, ...change.network },
		environment: { ...base.environment, ...change.environment },
		resources: { ...base.resources, ...change.resources },
		capabilities: { ...base.capabilities, ...change.capabilities },
		messaging: { ...base.messaging, ...change.messaging },
		events: { ...base.events, ...change.events },
		acp: { ...base.acp, ...change.acp },
		sandbox: { ...base.sandbox, ...change.sandbox },
		approvals: { ...base.approvals, ...change.approvals },
	};
}

/** A writ with these terms. */
export function writOf(
	terms: Terms,
	who: { readonly agent?: string; readonly parent?: string; readonly children?: readonly string[]; readonly places?: Places } = {},
): Writ {
	const { agent = "agent", parent, children = [], places = PLACES_AT_WS } = who;
	return {
		agent: agentId(agent),
		parent: parent === undefined ? null : agentId(parent),
		children: children.map(agentId),
		profile: "example",
		terms,
		digest: digestTerms(terms),
		places,
		origins: {},
	};
}

function agentId(text: string): Writ["agent"] {
	const parsed = parseAgentId(text);
	if (!parsed.ok) throw new Error(parsed.why);
	return parsed.id;
}
