import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** What a call of a tool came to: its data, and whether it was refused. */
export interface Called {
	readonly refused: boolean;
	readonly data: Readonly<Record<string, unknown>>;
}

/** What an agent can do with its key, and with nothing else. */
export interface Agent {
	/** Calls a tool of the server. */
	readonly call: (tool: string, input: object) => Promise<Called>;
	/** Asks another agent, and waits for its answer. */
	readonly ask: (agent: string, message: string) => Promise<Called>;
	/** Adds a line to the story. */
	readonly say: (line: string) => void;
}

/** Works through its mailbox, one message after the other, until the process is ended: what `work` gives back is the answer. */
export async function runAgent(work: (task: string, agent: Agent) => Promise<string>): Promise<void> {
	// SECURITY: the key says who this is. The name of the agent is nowhere in this process.
	const { WRIT_MCP_URL = "", WRIT_KEY = "" } = process.env;
	const client = new Client({ name: "three-agents", version: "1" });
	const headers = { Authorization: `Bearer ${WRIT_KEY}` };
	await client.connect(new StreamableHTTPClientTransport(new URL(WRIT_MCP_URL), { requestInit: { headers } }));

	const call: Agent["call"] = async (tool, input) => {
		const { isError, structuredContent } = await client.callTool({ name: tool, arguments: { ...input } });
		return { refused: isError === true, data: Object.fromEntries(Object.entries(structuredContent ?? {})) };
	};
	const agent: Agent = {
		call,
		ask: (name, message) => call("chat_with_agent", { agent_name: name, message, wait: true, timeout_seconds: 60 }),
		say: (line) => console.log(line),
	};

	agent.say("ready");
	for (;;) {
		const { data } = await call("list_messages", { limit: 1, wait_seconds: 30 });
		for (const { id, from, content, in_reply_to } of messagesIn(data)) {
			// Whoever asked has heard the answer already: in the mailbox it stands for those who do not wait.
			if (in_reply_to !== null) continue;
			agent.say(`hears from ${from}: ${content}`);
			// An answer needs no edge back.
			await call("chat_with_agent", { agent_name: from, in_reply_to: id, message: await work(content, agent) });
		}
	}
}

interface Message {
	readonly id: string;
	readonly from: string;
	readonly content: string;
	readonly in_reply_to: string | null;
}

function messagesIn({ messages }: Called["data"]): readonly Message[] {
	return Array.isArray(messages) ? messages : [];
}
