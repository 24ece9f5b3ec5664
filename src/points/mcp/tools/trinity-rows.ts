import { AGENT, EVERYONE, FIT, flag, longText, OWNERS, PEOPLE, takes, text, texts, WAITING, type WrittenRow, whole } from "./row-parts.ts";

/** Tools that go by Trinity's names. */
export const trinityRows = [
	{
		name: "list_agents",
		gate: "self",
		scopes: EVERYONE,
		description: "You and exactly the agents that you may write to.",
		input: takes({}),
	},
	{
		name: "list_templates",
		gate: "self",
		scopes: EVERYONE,
		description: "The definitions that new agents can be made from.",
		input: takes({}),
	},
	{
		name: "get_agent",
		gate: "edge",
		param: "name",
		needs: "agent_messaging",
		scopes: EVERYONE,
		description: "What is known of an agent that you may write to.",
		input: takes({ name: AGENT("you ask about") }, ["name"]),
	},
	{
		name: "get_agent_info",
		gate: "edge",
		param: "agent_name",
		needs: "agent_messaging",
		scopes: EVERYONE,
		description: "The same as get_agent.",
		input: takes({ agent_name: AGENT("you ask about") }, ["agent_name"]),
	},
	{
		name: "chat_with_agent",
		gate: "edge",
		param: "agent_name",
		needs: "agent_messaging",
		scopes: EVERYONE,
		sends: true,
		description: "Writes to an agent; waits for its answer when asked to.",
		input: takes(
			{
				agent_name: AGENT("you write to"),
				message: longText("What you say"),
				parallel: flag("Do not wait"),
				model: text("The model that shall answer"),
				allowed_tools: texts("Tools that it may use for this at most"),
				system_prompt: longText("What it is told besides"),
				...WAITING.keys,
			},
			["agent_name", "message"],
		),
	},
	{
		name: "get_chat_history",
		gate: "edge",
		param: "agent_name",
		needs: "agent_messaging",
		scopes: EVERYONE,
		description: "What you and an agent said to each other, the newest first.",
		input: takes({ agent_name: AGENT("you talked to") }, ["agent_name"]),
	},
	{
		name: "create_agent",
		gate: "spawn",
		needs: "spawn_agents",
		scopes: EVERYONE,
		role: "creator",
		description: "Makes an agent; one that you make is your child and never has more than you.",
		input: takes(
			{
				name: text("The new agent's id"),
				type: text("What it is, in a word"),
				template: text("What it is made from: local:NAME, as list_templates names it", 1_024),
				profile: text("The profile it gets (default: standard)"),
				tools: texts("Tools that it may use at most"),
				description: text("What it is for", 4_096),
				model: text("The model that runs it"),
				system_prompt: longText("What it is told"),
				fit: FIT,
			},
			["name"],
		),
	},
	overOwn("delete_agent", "Ends an agent of yours and everything below it."),
	overOwn("start_agent", "Lets an agent of yours act again."),
	overOwn("stop_agent", "Denies everything that an agent of yours asks, until it is started."),
	{
		name: "get_agent_logs",
		gate: "spawner",
		also: "self",
		param: "agent_name",
		needs: "spawn_agents",
		scopes: EVERYONE,
		description: "The last records about an agent of yours, or about yourself, as lines.",
		input: takes({ agent_name: AGENT("of yours, or you"), lines: whole("How many (default: 100)", 1, 1_000) }, ["agent_name"]),
	},
	{
		name: "deploy_system",
		gate: "person",
		scopes: PEOPLE,
		role: "creator",
		description: "Makes the agents of a manifest and connects them, or nothing at all.",
		input: takes({ manifest: longText("YAML"), dry_run: flag("Only say what would be made") }, ["manifest"]),
	},
	{ name: "list_systems", gate: "person", scopes: PEOPLE, description: "Systems that were deployed, with their agents.", input: takes({}) },
] as const satisfies readonly WrittenRow[];

/** A tool by which an agent changes one of its children. */
function overOwn<const Name extends string>(name: Name, description: string) {
	const input = takes({ name: AGENT("of yours") }, ["name"]);
	return { name, gate: "spawner", param: "name", needs: "spawn_agents", scopes: OWNERS, description, input } as const;
}
