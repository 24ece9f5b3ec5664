import { anything, choice, flag, list, longText, seconds, takes, text, texts, whole } from "../shapes.ts";
import type { ToolRow } from "../tool-row.ts";

const EVERYONE = ["user", "agent", "system"] as const;
const AGENTS = ["agent"] as const;
const OWNERS = ["user", "agent"] as const;
const PEOPLE = ["user"] as const;
const AGENT = (what: string) => text(`The agent ${what}`);
const FIT = choice("clamp cuts the wish down to what the caller has, instead of refusing it", "strict", "clamp");
const ITEM = takes(
	{
		id: text("Absent: a new one"),
		text: text("What there is to do", 4_096),
		status: choice("How far it is", "pending", "in_progress", "completed"),
		assignee: text("Who does it"),
	},
	["text", "status"],
);
const WAITING = {
	wait: flag("Wait for the answer"),
	timeout_seconds: seconds("How long to wait for the answer"),
	in_reply_to: text("The message of theirs that this one answers"),
};

type Row = Omit<ToolRow, "words" | "param" | "needs"> & Partial<Pick<ToolRow, "param" | "needs">>;

const own: readonly Row[] = [
	{
		name: "todo_read",
		gate: "self",
		needs: "multi_agent_todo",
		scopes: OWNERS,
		description: "The list of things to do that your session, or else your family of agents, shares.",
		input: takes({ list: text("Your own list's name; people name an agent whose list they mean") }),
	},
	{
		name: "todo_write",
		gate: "self",
		needs: "multi_agent_todo",
		scopes: OWNERS,
		description: "Writes the shared list as a whole. Say the version that you read: a list that changed since is refused.",
		input: takes(
			{ list: text("As for todo_read"), items: list(ITEM, "Everything on the list"), version: whole("The version that you read", 0, 1e15) },
			["items"],
		),
	},
	{
		name: "team_refresh",
		gate: "self",
		scopes: EVERYONE,
		description: "The agents that you may write to, as text.",
		input: takes(),
	},
	{
		name: "my_writ",
		gate: "self",
		scopes: AGENTS,
		description: "What you may do: tools, paths, commands, hosts, budget, and whom you may reach.",
		input: takes(),
	},
	{
		name: "check",
		gate: "self",
		scopes: AGENTS,
		description: "Whether a request would be allowed, without making it.",
		input: takes({ request: anything('A request, e.g. {"kind":"command","command":"npm test"}') }, ["request"]),
	},
	{
		name: "explain_denial",
		gate: "self",
		scopes: OWNERS,
		description: "Why something was denied, and which rule would allow it.",
		input: takes({ decision_id: text("Absent: your last denial") }),
	},
	{
		name: "request_permission",
		gate: "self",
		scopes: AGENTS,
		description: "Asks a person to allow something for a while.",
		input: takes(
			{
				rule: text("What shall be allowed, e.g. Bash(npm test)", 1_024),
				reason: text("Why you need it", 4_096),
				wait_seconds: seconds("How long to wait for the answer"),
			},
			["rule", "reason"],
		),
	},
	{
		name: "list_messages",
		gate: "self",
		scopes: AGENTS,
		description: "Takes the messages of your mailbox, in order.",
		input: takes({
			limit: whole("How many at most", 1, 100),
			peek: flag("Look without taking"),
			wait_seconds: seconds("How long to wait for a first message"),
		}),
	},
];

const trinity: readonly Row[] = [
	{
		name: "list_agents",
		gate: "self",
		scopes: EVERYONE,
		description: "You and exactly the agents that you may write to.",
		input: takes(),
	},
	{
		name: "list_templates",
		gate: "self",
		scopes: EVERYONE,
		description: "The definitions that new agents can be made from.",
		input: takes(),
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
				...WAITING,
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
				template: text("What it is made from: local:… or github:…", 1_024),
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
	...(["delete_agent", "start_agent", "stop_agent"] as const).map(
		(name): Row => ({
			name,
			gate: "spawner",
			param: "name",
			needs: "spawn_agents",
			scopes: OWNERS,
			description: {
				delete_agent: "Ends an agent of yours and everything below it.",
				start_agent: "Lets an agent of yours act again.",
				stop_agent: "Denies everything that an agent of yours asks, until it is started.",
			}[name],
			input: takes({ name: AGENT("of yours") }, ["name"]),
		}),
	),
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
	{ name: "list_systems", gate: "person", scopes: PEOPLE, description: "Systems that were deployed, with their agents.", input: takes() },
];

const nexus: readonly Row[] = [
	{
		name: "nexus_send",
		gate: "target",
		param: "agent_id",
		needs: "agent_messaging",
		scopes: EVERYONE,
		sends: true,
		description: "Writes to an agent; waits for its answer when asked to.",
		input: takes({ agent_id: AGENT("you write to"), content: longText("What you say"), ...WAITING }, ["agent_id", "content"]),
	},
	{
		name: "nexus_status",
		gate: "target",
		param: "agent_id",
		needs: "agent_messaging",
		scopes: EVERYONE,
		description: "Whether an agent that you may write to is running.",
		input: takes({ agent_id: AGENT("you ask about") }, ["agent_id"]),
	},
	{
		name: "nexus_cancel",
		gate: "target",
		param: "agent_id",
		needs: "agent_messaging",
		scopes: EVERYONE,
		description: "Takes back what you wrote to an agent and it has not read yet.",
		input: takes({ agent_id: AGENT("you wrote to") }, ["agent_id"]),
	},
	{
		name: "nexus_create",
		gate: "spawn",
		needs: "spawn_agents",
		scopes: EVERYONE,
		role: "creator",
		description: "Makes an agent under a preset; one that you make is your child and never has more than you.",
		input: takes(
			{
				agent_id: text("The new agent's id"),
				preset: choice("What it may do (default: sandboxed); yolo is refused here", "sandboxed", "trusted", "yolo"),
				disable_tools: texts("Tools that it does not get"),
				cwd: text("The directory that it is meant to work in", 4_096),
				allowed_write_paths: texts("Where it may write"),
				model: text("The model that runs it"),
				system_prompt: longText("What it is told"),
				initial_message: longText("The first message to it"),
				wait_for_initial_response: flag("Wait for the answer to it"),
				fit: FIT,
			},
			["agent_id"],
		),
	},
	{
		name: "nexus_destroy",
		gate: "spawner",
		also: "target",
		param: "agent_id",
		needs: "spawn_agents",
		scopes: OWNERS,
		description: "Ends an agent of yours and everything below it.",
		input: takes({ agent_id: AGENT("of yours") }, ["agent_id"]),
	},
	{
		name: "nexus_shutdown",
		gate: "person",
		scopes: PEOPLE,
		role: "admin",
		description: "Stops the server; nothing is lost.",
		input: takes(),
	},
];

/** Every tool that writ serves itself. */
export const TOOL_ROWS: readonly ToolRow[] = [
	...own.map(inWords("own")),
	...trinity.map(inWords("trinity")),
	...nexus.map(inWords("nexus")),
];

function inWords(words: ToolRow["words"]): (row: Row) => ToolRow {
	return (row) => ({ param: null, needs: null, ...row, words });
}
