import type { Shape } from "../../engine/index.ts";

const texts: Shape = { kind: "list", of: { kind: "text", minLength: 1 } };
const paths: Shape = { kind: "nullable", of: texts, nullMeans: "not restricted" };
const flag: Shape = { kind: "boolean" };

/** The five forms of `allowed_targets`. SECURITY: any other form is refused; the plan of seed 000 would let it pass. */
const targets: Shape = { kind: "nullable", of: { kind: "union", of: [{ kind: "choice", of: ["parent", "children", "family"] }, texts] } };

/** The dictionary of a NEXUS ToolPermission. */
export const nexusToolPermissionShape: Shape = {
	kind: "object",
	keys: {
		enabled: flag,
		allowed_paths: paths,
		timeout: { kind: "nullable", of: { kind: "number", minimum: 0 } },
		requires_confirmation: { kind: "nullable", of: flag },
		allowed_targets: targets,
	},
};

const toolPermissions: Shape = { kind: "record", key: "tool", of: nexusToolPermissionShape };
const level: Shape = { kind: "choice", of: ["yolo", "trusted", "sandboxed"] };

/** A NEXUS permission object: a preset as people write it, or the permissions of an agent as NEXUS sends them. */
export const nexusShape: Shape = {
	kind: "object",
	keys: {
		name: { kind: "text" },
		description: { kind: "text", maxLength: 100_000 },
		level,
		base_preset: { kind: "text" },
		extends: { kind: "text" },
		allowed_paths: paths,
		blocked_paths: texts,
		network_access: flag,
		tool_permissions: toolPermissions,
		default_tool_timeout: { kind: "nullable", of: { kind: "number", minimum: 0 } },
		effective_policy: {
			kind: "object",
			required: ["level"],
			keys: { level, allowed_paths: paths, blocked_paths: texts, cwd: { kind: "text" }, frozen: flag },
		},
		// State of a running NEXUS agent, which grants nothing here.
		write_allowances: { kind: "anything" },
		session_allowances: { kind: "anything" },
		parent_agent_id: { kind: "nullable", of: { kind: "text" } },
		depth: { kind: "number", minimum: 0, integer: true },
	},
};

/** Changes to a preset, in the NEXUS form. */
export const nexusDeltaShape: Shape = {
	kind: "object",
	keys: { disable_tools: texts, enable_tools: texts, allowed_paths: paths, add_blocked_paths: texts, tool_overrides: toolPermissions },
};
