import { AGENT, FIT, flag, longText, takes, text, texts, WAITING, type Words, whole } from "./row-parts.ts";

const OF_YOURS = takes({ name: AGENT("of yours") }, ["name"]);

/** Tools that go by Trinity's names. */
export const trinityWords = {
	list_agents: {
		description: "You and exactly the agents that you may write to.",
		input: takes({}),
	},
	list_templates: {
		description: "The definitions that new agents can be made from.",
		input: takes({}),
	},
	get_agent: {
		description: "What is known of an agent that you may write to.",
		input: takes({ name: AGENT("you ask about") }, ["name"]),
	},
	get_agent_info: {
		description: "The same as get_agent.",
		input: takes({ agent_name: AGENT("you ask about") }, ["agent_name"]),
	},
	chat_with_agent: {
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
	get_chat_history: {
		description: "What you and an agent said to each other, the newest first.",
		input: takes({ agent_name: AGENT("you talked to") }, ["agent_name"]),
	},
	create_agent: {
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
	delete_agent: {
		description: "Ends an agent of yours and everything below it.",
		input: OF_YOURS,
	},
	start_agent: {
		description: "Lets an agent of yours act again.",
		input: OF_YOURS,
	},
	stop_agent: {
		description: "Denies everything that an agent of yours asks, until it is started.",
		input: OF_YOURS,
	},
	get_agent_logs: {
		description: "The last records about an agent of yours, or about yourself, as lines.",
		input: takes({ agent_name: AGENT("of yours, or you"), lines: whole("How many (default: 100)", 1, 1_000) }, ["agent_name"]),
	},
	deploy_system: {
		description: "Makes the agents of a manifest and connects them, or nothing at all.",
		input: takes({ manifest: longText("YAML"), dry_run: flag("Only say what would be made") }, ["manifest"]),
	},
	list_systems: { description: "Systems that were deployed, with their agents.", input: takes({}) },
} as const satisfies Words;
