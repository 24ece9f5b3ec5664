import type { ToolEntry } from "../language/index.ts";
import { defineTools, needed } from "./define-tools.ts";
import { NEXUS_TOOLS } from "./nexus.ts";

/** The tools that writ serves over the model context protocol; the `nexus_` ones stand in nexus.ts. */
const OWN = defineTools("writ", [
	{ name: "todo_read", pattern: "none", needs: "multi_agent_todo", plain: ["list"] },
	{ name: "todo_write", pattern: "none", needs: "multi_agent_todo", plain: ["list", "items"] },
	{ name: "team_refresh", pattern: "none", plain: [] },
	// `path_prefix` is an argument of the Codex tool of that name: a prefix of task names, not of the disk.
	{ name: "list_agents", pattern: "none", plain: ["path_prefix"] },
	{ name: "my_writ", pattern: "none", plain: [] },
	{ name: "check", pattern: "none", plain: ["request"] },
	{ name: "explain_denial", pattern: "none", plain: ["decision_id"] },
	{ name: "request_permission", pattern: "none", plain: ["rule", "reason", "wait_seconds"] },
	{ name: "list_messages", pattern: "none", plain: ["limit", "peek", "wait_seconds"] },
	{ name: "list_templates", pattern: "none", plain: [] },
	{ name: "get_agent", pattern: "agent", needs: "agent_messaging", targets: [needed("name")] },
	{ name: "get_agent_info", pattern: "agent", needs: "agent_messaging", targets: [needed("agent_name")] },
	{
		name: "chat_with_agent",
		pattern: "agent",
		needs: "agent_messaging",
		targets: [needed("agent_name")],
		plain: ["message", "parallel", "model", "allowed_tools", "system_prompt", "timeout_seconds", "wait", "in_reply_to"],
	},
	{ name: "get_chat_history", pattern: "agent", needs: "agent_messaging", targets: [needed("agent_name")] },
	{
		name: "create_agent",
		pattern: "agent",
		needs: "spawn_agents",
		profiles: ["profile", "template"],
		plain: ["name", "type", "tools", "fit", "model", "system_prompt", "description"],
	},
	{ name: "delete_agent", pattern: "agent", needs: "spawn_agents", targets: [needed("name")] },
	{ name: "start_agent", pattern: "agent", needs: "spawn_agents", targets: [needed("name")] },
	{ name: "stop_agent", pattern: "agent", needs: "spawn_agents", targets: [needed("name")] },
	{ name: "get_agent_logs", pattern: "agent", needs: "spawn_agents", targets: [needed("agent_name")], plain: ["lines"] },
	{ name: "deploy_system", pattern: "none", plain: ["manifest", "dry_run"] },
	{ name: "list_systems", pattern: "none", plain: [] },
]);

/** The tools that writ's server carries besides its own, by the names that NEXUS gave them. */
const SERVED_NEXUS = NEXUS_TOOLS.filter((entry) => entry.name.startsWith("nexus_"));

/** The names that a Trinity client knows; they answer as `mcp__trinity__NAME` too. */
const TRINITY = new Set(
	"list_agents get_agent get_agent_info chat_with_agent get_chat_history create_agent delete_agent start_agent stop_agent get_agent_logs list_templates deploy_system list_systems".split(
		" ",
	),
);

/** writ's own tools, and the names under which a client of its server sees each. */
export const WRIT_TOOLS: readonly ToolEntry[] = [
	...OWN,
	...[...OWN, ...SERVED_NEXUS].map((entry) => served("writ", entry)),
	...OWN.filter((entry) => TRINITY.has(entry.name)).map((entry) => served("trinity", entry)),
];

function served(server: string, entry: ToolEntry): ToolEntry {
	return Object.freeze({ ...entry, name: `mcp__${server}__${entry.name}`, family: "writ", aliasOf: entry.name });
}
