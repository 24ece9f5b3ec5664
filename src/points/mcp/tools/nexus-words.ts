import { AGENT, choice, FIT, flag, longText, takes, text, texts, WAITING, type Words } from "./row-parts.ts";

/** Tools that go by NEXUS's names. */
export const nexusWords = {
	nexus_send: {
		description: "Writes to an agent; waits for its answer when asked to.",
		input: takes({ agent_id: AGENT("you write to"), content: longText("What you say"), ...WAITING.keys }, ["agent_id", "content"]),
	},
	nexus_status: {
		description: "Whether an agent that you may write to is running.",
		input: takes({ agent_id: AGENT("you ask about") }, ["agent_id"]),
	},
	nexus_cancel: {
		description: "Takes back what you wrote to an agent and it has not read yet.",
		input: takes({ agent_id: AGENT("you wrote to") }, ["agent_id"]),
	},
	nexus_create: {
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
	nexus_destroy: {
		description: "Ends an agent of yours and everything below it.",
		input: takes({ agent_id: AGENT("of yours") }, ["agent_id"]),
	},
	nexus_shutdown: {
		description: "Stops the server; nothing is lost.",
		input: takes({}),
	},
} as const satisfies Words;
