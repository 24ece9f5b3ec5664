import type { ServedTool, ToolEntry } from "../language/index.ts";
import { AGENTS, defineServedTools, EVERYONE, needed, OWNERS, PEOPLE } from "./define-tools.ts";
import { NEXUS_SERVED } from "./nexus.ts";

/** The tools that writ serves over the model context protocol; the `nexus_` ones stand in nexus.ts. */
const OWN = defineServedTools("writ", [
	{
		name: "todo_read",
		pattern: "none",
		needs: "multi_agent_todo",
		plain: ["list"],
		served: { gate: "self", scopes: OWNERS, words: "own" },
	},
	{
		name: "todo_write",
		pattern: "none",
		needs: "multi_agent_todo",
		plain: ["list", "items", "version"],
		served: { gate: "self", scopes: OWNERS, words: "own" },
	},
	{ name: "team_refresh", pattern: "none", plain: [], served: { gate: "self", scopes: EVERYONE, words: "own", offered: true } },
	{
		name: "list_agents",
		pattern: "none",
		// `path_prefix` is an argument of the Codex tool of that name: a prefix of task names, not of the disk.
		plain: ["path_prefix"],
		served: { gate: "self", scopes: EVERYONE, words: "trinity", offered: true },
	},
	{ name: "my_writ", pattern: "none", plain: [], served: { gate: "self", scopes: AGENTS, words: "own", offered: true } },
	{ name: "check", pattern: "none", plain: ["request"], served: { gate: "self", scopes: AGENTS, words: "own", offered: true } },
	{
		name: "explain_denial",
		pattern: "none",
		plain: ["decision_id"],
		served: { gate: "self", scopes: OWNERS, words: "own", offered: true },
	},
	{
		name: "request_permission",
		pattern: "none",
		plain: ["rule", "reason", "wait_seconds"],
		served: { gate: "self", scopes: AGENTS, words: "own", offered: true },
	},
	{
		name: "list_messages",
		pattern: "none",
		plain: ["limit", "peek", "wait_seconds"],
		served: { gate: "self", scopes: AGENTS, words: "own", offered: true },
	},
	{ name: "list_templates", pattern: "none", plain: [], served: { gate: "self", scopes: EVERYONE, words: "trinity", offered: true } },
	{
		name: "get_agent",
		pattern: "agent",
		needs: "agent_messaging",
		targets: [needed("name")],
		served: { gate: "edge", scopes: EVERYONE, words: "trinity", act: "show-agent" },
	},
	{
		name: "get_agent_info",
		pattern: "agent",
		needs: "agent_messaging",
		targets: [needed("agent_name")],
		served: { gate: "edge", scopes: EVERYONE, words: "trinity", act: "show-agent" },
	},
	{
		name: "chat_with_agent",
		pattern: "agent",
		needs: "agent_messaging",
		targets: [needed("agent_name")],
		plain: ["message", "parallel", "model", "allowed_tools", "system_prompt", "timeout_seconds", "wait", "in_reply_to"],
		served: { gate: "edge", scopes: EVERYONE, words: "trinity", sends: true },
	},
	{
		name: "get_chat_history",
		pattern: "agent",
		needs: "agent_messaging",
		targets: [needed("agent_name")],
		served: { gate: "edge", scopes: EVERYONE, words: "trinity" },
	},
	{
		name: "create_agent",
		pattern: "agent",
		needs: "spawn_agents",
		profiles: ["profile", "template"],
		plain: ["name", "type", "tools", "fit", "model", "system_prompt", "description"],
		served: { gate: "spawn", makes: "name", scopes: EVERYONE, role: "creator", words: "trinity", act: "make-agent" },
	},
	{
		name: "delete_agent",
		pattern: "agent",
		needs: "spawn_agents",
		targets: [needed("name")],
		served: { gate: "spawner", scopes: OWNERS, words: "trinity", act: "end-agent", freeForSelf: true },
	},
	{
		name: "start_agent",
		pattern: "agent",
		needs: "spawn_agents",
		targets: [needed("name")],
		served: { gate: "spawner", scopes: OWNERS, words: "trinity" },
	},
	{
		name: "stop_agent",
		pattern: "agent",
		needs: "spawn_agents",
		targets: [needed("name")],
		served: { gate: "spawner", scopes: OWNERS, words: "trinity" },
	},
	{
		name: "get_agent_logs",
		pattern: "agent",
		needs: "spawn_agents",
		targets: [needed("agent_name")],
		plain: ["lines"],
		served: { gate: "spawner", also: "self", scopes: EVERYONE, words: "trinity", freeForSelf: true },
	},
	{
		name: "deploy_system",
		pattern: "none",
		plain: ["manifest", "dry_run"],
		served: { gate: "person", scopes: PEOPLE, role: "creator", words: "trinity" },
	},
	{ name: "list_systems", pattern: "none", plain: [], served: { gate: "person", scopes: PEOPLE, words: "trinity" } },
]);

/** The name of a tool that writ serves itself. */
export type ServedToolName = (typeof OWN | typeof NEXUS_SERVED)[number]["name"];

/** Every tool that writ serves itself, in the order of the registry. */
export const SERVED_TOOLS: readonly ServedTool<ServedToolName>[] = Object.freeze([...NEXUS_SERVED, ...OWN]);

/** writ's own tools, and the names under which a client of its server sees each: those that a Trinity client knows under its server's too. */
export const WRIT_TOOLS: readonly ToolEntry[] = [
	...OWN,
	...[...OWN, ...NEXUS_SERVED].map((tool) => calledAs("writ", tool)),
	...OWN.filter(({ served }) => served.words === "trinity").map((tool) => calledAs("trinity", tool)),
];

function calledAs(server: string, { served: _, ...entry }: ServedTool): ToolEntry {
	return Object.freeze({ ...entry, name: `mcp__${server}__${entry.name}`, family: "writ", aliasOf: entry.name });
}

const BY_NAME: ReadonlyMap<string, ServedTool> = new Map(SERVED_TOOLS.map((tool) => [tool.name, tool]));

/** A tool that writ serves itself; names compare exactly. */
export function findServedTool(name: string): ServedTool | undefined {
	return BY_NAME.get(name);
}

/** The argument that names the agent which a call reaches; `null` = it reaches none. */
export function targetArgument({ targets = [] }: ToolEntry): string | null {
	const [first] = targets;
	return first === undefined ? null : typeof first === "string" ? first : first.argument;
}

/** The argument that names the agent which a call is about: the one that it makes, or reaches. */
export function subjectArgument(tool: ServedTool): string | null {
	return tool.served.makes ?? targetArgument(tool);
}

/** The other tools that are the same act. */
export function twinsOf({ name, served: { act } }: ServedTool): readonly ServedTool[] {
	return act === undefined ? [] : SERVED_TOOLS.filter((tool) => tool.served.act === act && tool.name !== name);
}
