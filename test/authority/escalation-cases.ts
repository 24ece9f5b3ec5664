/** A parent that has something in every dimension, and everything of no dimension. */
export const PARENT = {
	tools: {
		allowed: ["Read", "Write", "Task", "Bash(git status:*)", "nexus_send", "WebFetch"],
		disallowed: ["Task"],
		ask: ["Write"],
		permissions: {
			Read: { timeout: 30, allowed_paths: ["./workspace/docs"], blocked_paths: ["./workspace/docs/private"], requires_confirmation: true },
			nexus_send: { enabled: true, allowed_targets: ["friend"] },
			WebFetch: { arguments: { count: { max: 3 } } },
			Grep: { enabled: false },
		},
	},
	filesystem: {
		sandbox_root: "./workspace",
		read_paths: ["./workspace"],
		write_paths: ["./workspace/out"],
		blocked_paths: ["./workspace/secret"],
		max_file_size_mb: 5,
		max_total_size_mb: 50,
		allow_symlinks: false,
	},
	network: { allow: ["docs.example.com"], deny: ["private.docs.example.com"] },
	environment: { allow: ["LANG"] },
	resources: {
		max_tokens_per_request: 1_000,
		max_total_tokens: 10_000,
		max_requests_per_minute: 10,
		max_cost_usd: 1,
		max_turns: 5,
		max_runtime_seconds: 60,
		max_processes: 16,
		max_memory_mb: 256,
	},
	capabilities: {
		multi_agent_todo: false,
		agent_messaging: false,
		spawn_agents: true,
		network_access: false,
		spawn: { max_children: 4, max_depth: 2 },
	},
	messaging: { allowed_targets: ["friend"], accept_from: ["friend"] },
	events: { allowed: ["agent:spawn", "agent:list", "agent:info", "permission:decide"] },
	acp: { client_tools: { fs: "self_handle", terminal: "block" } },
	sandbox: {
		mode: "isolated",
		parent_share: "none",
		session_share: false,
		minimum_level: "L3",
		quota: "hard",
		unix_sockets: false,
		caches: ["npm"],
	},
	approvals: { approver: "human", deadline_seconds: 60 },
} as const;

const limits = Object.entries(PARENT.resources).flatMap(([name, most]) => [
	[`resources.${name}`, { resources: { [name]: most + 1 } }] as const,
	[`resources.${name}`, { resources: { [name]: null } }] as const,
]);

/** What a child of that parent asks for beyond it: the dimension, and the wish. */
export const ESCALATIONS: readonly (readonly [dimension: string, wish: Readonly<Record<string, unknown>>])[] = [
	["tools.allowed", { tools: { allowed: ["Grep"] } }],
	["tools.allowed", { tools: { allowed: null } }],
	["tools.allowed", { tools: { allowed: ["Bash"] } }],
	["tools.allowed", { tools: { allowed: ["Bash(git:*)"] } }],
	["tools.allowed", { tools: { allowed: ["R*"] } }],
	["tools.permissions.Read.allowed_paths", { tools: { allowed: ["Read"], permissions: { Read: { allowed_paths: ["./workspace"] } } } }],
	["tools.permissions.Read.timeout", { tools: { allowed: ["Read"], permissions: { Read: { timeout: 31 } } } }],
	["tools.permissions.Grep.enabled", { tools: { allowed: ["Read"], permissions: { Grep: { enabled: true } } } }],
	["tools.allowed", { tools: { allowed: ["Task"] } }],
	["tools.permissions.nexus_send.allowed_targets", targets(["friend", "foe"])],
	["tools.permissions.nexus_send.allowed_targets", targets(["foe"])],
	[
		"tools.permissions.WebFetch.arguments.count",
		{ tools: { allowed: ["WebFetch"], permissions: { WebFetch: { arguments: { count: { max: 9 } } } } } },
	],
	["filesystem.sandbox_root", { filesystem: { sandbox_root: "./" } }],
	["filesystem.sandbox_root", { filesystem: { sandbox_root: "/" } }],
	["filesystem.read_paths", { filesystem: { read_paths: ["./exports"] } }],
	["filesystem.read_paths", { filesystem: { read_paths: ["/etc"] } }],
	["filesystem.read_paths", { filesystem: { read_paths: ["./"] } }],
	["filesystem.write_paths", { filesystem: { write_paths: ["./workspace"] } }],
	["filesystem.write_paths", { filesystem: { write_paths: ["./workspace/*"] } }],
	["filesystem.max_file_size_mb", { filesystem: { max_file_size_mb: 6 } }],
	["filesystem.max_file_size_mb", { filesystem: { max_file_size_mb: null } }],
	["filesystem.max_total_size_mb", { filesystem: { max_total_size_mb: 51 } }],
	["filesystem.allow_symlinks", { filesystem: { allow_symlinks: "inside" } }],
	["filesystem.allow_symlinks", { filesystem: { allow_symlinks: true } }],
	["network.allow", { network: { allow: ["other.example.com"] } }],
	["network.allow", { network: { allow: ["*"] } }],
	["network.allow", { network: { allow: ["*.example.com"] } }],
	["environment.allow", { environment: { allow: ["AWS_PROFILE"] } }],
	...limits,
	["capabilities.multi_agent_todo", { capabilities: { multi_agent_todo: true } }],
	["capabilities.agent_messaging", { capabilities: { agent_messaging: true } }],
	["capabilities.network_access", { capabilities: { network_access: true } }],
	["capabilities.spawn.max_children", { capabilities: { spawn: { max_children: 5 } } }],
	["capabilities.spawn.max_children", { capabilities: { spawn: { max_children: null } } }],
	["capabilities.spawn.max_depth", { capabilities: { spawn: { max_depth: 3 } } }],
	["messaging.allowed_targets", { messaging: { allowed_targets: ["friend", "foe"] } }],
	["messaging.accept_from", { messaging: { accept_from: ["foe"] } }],
	["events.allowed", { events: { allowed: ["monitor:*"] } }],
	["acp.client_tools.fs", { acp: { client_tools: { fs: "unsafe_debug" } } }],
	["acp.client_tools.fs", { acp: { client_tools: { fs: "single_pass_through" } } }],
	["acp.client_tools.terminal", { acp: { client_tools: { terminal: "self_handle" } } }],
	["sandbox.parent_share", { sandbox: { parent_share: "read_only" } }],
	["sandbox.parent_share", { sandbox: { parent_share: "read_write" } }],
	["sandbox.session_share", { sandbox: { session_share: true } }],
	["sandbox.minimum_level", { sandbox: { minimum_level: "L0" } }],
	["sandbox.quota", { sandbox: { quota: "soft" } }],
	["sandbox.unix_sockets", { sandbox: { unix_sockets: true } }],
	["sandbox.caches", { sandbox: { caches: ["npm", "pip"] } }],
	["approvals.approver", { approvals: { approver: "any" } }],
	["approvals.deadline_seconds", { approvals: { deadline_seconds: 61 } }],
];

function targets(allowed_targets: readonly string[]): Readonly<Record<string, unknown>> {
	return { tools: { allowed: ["nexus_send"], permissions: { nexus_send: { allowed_targets } } } };
}

/** Many wishes as one. */
export function combined(wishes: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, unknown>> {
	return wishes.reduce(merge, {});
}

function merge(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
	const merged: Record<string, unknown> = { ...a };
	for (const [key, value] of Object.entries(b)) {
		const before = merged[key];
		merged[key] = isRecord(before) && isRecord(value) ? merge(before, value) : value;
	}
	return merged;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
