import { anything, choice, flag, list, seconds, takes, text, type Words, whole } from "./row-parts.ts";

const ITEM = takes(
	{
		id: text("Absent: a new one"),
		text: text("What there is to do", 4_096),
		status: choice("How far it is", "pending", "in_progress", "completed"),
		assignee: text("Who does it"),
	},
	["text", "status"],
);

/** Tools for what is the caller's own: its list of things to do, its writ, its mailbox. */
export const ownWords = {
	todo_read: {
		description: "The list of things to do that your session, or else your family of agents, shares.",
		input: takes({ list: text("Your own list's name; people name an agent whose list they mean") }),
	},
	todo_write: {
		description: "Writes the shared list as a whole. Say the version that you read: a list that changed since is refused.",
		input: takes(
			{ list: text("As for todo_read"), items: list(ITEM, "Everything on the list"), version: whole("The version that you read", 0, 1e15) },
			["items"],
		),
	},
	team_refresh: {
		description: "The agents that you may write to, as text.",
		input: takes({}),
	},
	my_writ: {
		description: "What you may do: tools, paths, commands, hosts, budget, and whom you may reach.",
		input: takes({}),
	},
	check: {
		description: "Whether a request would be allowed, without making it.",
		input: takes({ request: anything('A request, e.g. {"kind":"command","command":"npm test"}') }, ["request"]),
	},
	explain_denial: {
		description: "Why something was denied, and which rule would allow it.",
		input: takes({ decision_id: text("Absent: your last denial") }),
	},
	request_permission: {
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
	list_messages: {
		description: "Takes the messages of your mailbox, in order.",
		input: takes({
			limit: whole("How many at most", 1, 100),
			peek: flag("Look without taking"),
			wait_seconds: seconds("How long to wait for a first message"),
		}),
	},
} as const satisfies Words;
