import {
	APPROVERS,
	CACHE_TOOLS,
	CLIENT_TOOL_MODES,
	CONFINEMENT_LEVELS,
	LEVELS,
	PARENT_SHARES,
	QUOTAS,
	SANDBOX_MODES,
} from "../language/index.ts";
import { flag, limit, targets, text, texts } from "./part-shapes.ts";
import type { ObjectShape, Shape } from "./shape.ts";
import { toolsShape } from "./tools-shape.ts";

/** `filesystem` of a profile. */
export const filesystemShape = {
	kind: "object",
	description: "Which paths may be read and written.",
	keys: {
		sandbox_root: { ...text("The directory that the agent works in."), minLength: 1, default: "./workspace" },
		read_paths: { ...texts("Trees or globs that may be read: ./workspace, ./shared, ../shared, ./src/**, /absolute."), default: [] },
		write_paths: { ...texts("Trees or globs that may be written."), default: [] },
		blocked_paths: texts(
			"Neither read nor written, by any tool or command; absent means the built-in list of secrets. They add up; [] means none, and only your own layer may say so.",
		),
		protected_paths: texts("Never written, even inside write_paths, besides the built-in list that nobody can clear."),
		max_file_size_mb: limit("The largest file that may be written.", 10),
		max_total_size_mb: limit("All that may be written together.", 100),
		allow_symlinks: {
			kind: "choice",
			of: [false, "inside", true],
			default: false,
			description: "false: no path through a link; inside: reading through links that stay in granted trees; true: writing too.",
		},
	},
} as const satisfies ObjectShape;

/** `sandbox` of a profile and of an agent definition. */
export const sandboxShape = {
	kind: "object",
	description: "How the process is confined.",
	keys: {
		mode: {
			kind: "choice",
			of: SANDBOX_MODES,
			default: "isolated",
			description: "Own directories, the session's, or inside the parent's.",
		},
		parent_share: {
			kind: "choice",
			of: PARENT_SHARES,
			default: "read_only",
			description: "What a nested agent sees of its parent's workspace.",
		},
		session_share: flag("Sees the session's workspace, read-only."),
		minimum_level: {
			kind: "choice",
			of: CONFINEMENT_LEVELS,
			default: "L3",
			description: "A machine that confines less refuses to start the agent.",
		},
		quota: { kind: "choice", of: QUOTAS, default: "soft", description: "How the total size is held." },
		unix_sockets: flag("May open Unix sockets."),
		caches: {
			kind: "list",
			of: { kind: "choice", of: CACHE_TOOLS },
			description:
				"Whose downloads `writ run` keeps for the next run of the same profile in the same workspace; absent is every tool, [] none.",
		},
	},
} as const satisfies ObjectShape;

const clientTools = { kind: "choice", of: CLIENT_TOOL_MODES, default: "block" } as const satisfies Shape;

/** Everything that a profile grants or restricts: the keys that overrides may change as well. */
export const grantKeys = {
	level: { kind: "choice", of: LEVELS, default: "custom", description: "A label; it grants nothing by itself." },
	tools: toolsShape,
	filesystem: filesystemShape,
	network: {
		kind: "object",
		description: "Which hosts may be reached, when capabilities.network_access is true.",
		keys: {
			allow: { ...texts("host, host:port, *.suffix or *."), default: [] },
			deny: { ...texts("Hosts that are never reached. They add up over all layers."), default: [] },
		},
	},
	environment: {
		kind: "object",
		description: "Environment of the agent's process.",
		keys: { allow: { ...texts("Names of variables that may reach the process."), default: [] } },
	},
	resources: {
		kind: "object",
		description: "Limits; 0 is zero, null is no limit.",
		keys: {
			max_tokens_per_request: limit("Tokens of one request to the model.", 50_000, { integer: true }),
			max_total_tokens: limit("Tokens in all; what children spend counts.", 500_000, { integer: true }),
			max_requests_per_minute: limit("Requests to the model in a minute.", 30, { integer: true }),
			max_cost_usd: limit("Cost in all, in US dollars.", null),
			max_turns: limit("Turns of one run.", null, { integer: true }),
			max_runtime_seconds: limit("How long the process may run.", null),
			max_processes: limit("Processes at one time.", 128, { integer: true }),
			max_memory_mb: limit("Memory.", 2048),
		},
	},
	capabilities: {
		kind: "object",
		description: "What the agent can do besides its tools; each flag also enables writ's own MCP tools for it.",
		keys: {
			multi_agent_todo: flag("Shares a list of tasks with others."),
			agent_messaging: flag("Sends messages to other agents."),
			spawn_agents: flag("Starts children."),
			network_access: flag("Reaches the network; without a network block, every host."),
			spawn: {
				kind: "object",
				description: "Limits for children.",
				keys: {
					max_children: limit("Children alive at one time.", 5, { integer: true }),
					max_depth: limit("Generations below a root agent.", 3, { integer: true }),
					profiles: texts("Profiles that children may have; absent is any within the agent's own."),
				},
			},
		},
	},
	messaging: {
		kind: "object",
		description: "Who may be reached, and from whom messages are taken.",
		keys: { allowed_targets: targets("Who may be reached."), accept_from: targets("From whom messages are taken.") },
	},
	events: {
		kind: "object",
		description: "Events on the socket.",
		keys: { allowed: texts("Events or ns:* that the agent may send; absent follows from the capabilities.") },
	},
	acp: {
		kind: "object",
		description: "The Agent Client Protocol.",
		keys: {
			client_tools: {
				kind: "object",
				description: "What the client's own tools may do for the agent.",
				keys: { fs: { ...clientTools, description: "File tools." }, terminal: { ...clientTools, description: "Terminals." } },
			},
		},
	},
	sandbox: sandboxShape,
	approvals: {
		kind: "object",
		description: "How an ask is answered.",
		keys: {
			approver: { kind: "choice", of: APPROVERS, default: "human", description: "Who may answer." },
			deadline_seconds: { kind: "number", minimum: 0, maximum: 604_800, default: 300, description: "How long an ask waits." },
			on_timeout: { kind: "choice", of: ["deny"], default: "deny", description: "There is no other value." },
		},
	},
} as const satisfies ObjectShape["keys"];
