import type { Command } from "commander";
import type { Reply } from "../../../points/socket/index.ts";
import { ask } from "../../client/ask.ts";
import { rowsOf, textOf } from "../../client/read-reply.ts";
import { localTime } from "../../output/table.ts";
import { visible } from "../../output/visible.ts";
import type { CommonOptions, Session } from "../../subcommand.ts";
import type { Terminal } from "../../terminal.ts";
import { parseCount } from "../../words/parse-number.ts";
import { readText } from "../../words/read-text.ts";

interface SendOptions extends CommonOptions {
	readonly wait?: boolean;
	readonly timeout: number;
	readonly inReplyTo?: string;
}

interface MessagesOptions extends CommonOptions {
	readonly limit: number;
	readonly take?: boolean;
	readonly wait?: number;
}

/** What the server is given beyond the time that it waits itself. */
const GRACE = 10;

/** `writ agent send`: a message into a mailbox. */
export function addSend(agent: Command, session: Session): void {
	agent
		.command("send")
		.summary("put a message into an agent's mailbox")
		.description("Put a message into an agent's mailbox; it is durable before it is called sent.")
		.argument("<id>", "the agent")
		.argument("<text>", "the message; - reads it from standard input")
		.option("--wait", "wait for the answer and print it")
		.option("--timeout <seconds>", "how long to wait for the answer", parseCount(1, 600), 600)
		.option("--in-reply-to <message>", "the message that it answers to")
		.action(async (id: string, text: string, options: SendOptions) => {
			const { wait, timeout, inReplyTo } = options;
			const message = await readText(text, session.terminal);
			return ask(session, options, {
				event: "agent:send_message",
				data: { agent_id: id, message, wait, timeout_seconds: wait === true ? timeout : undefined, in_reply_to: inReplyTo },
				show: ({ answer, request_id }, { paint }) =>
					answer === undefined ? `${paint.good("✓")} sent  ${paint.faint(textOf(request_id))}\n` : `${visible(textOf(answer))}\n`,
				...(wait === true ? { timeoutSeconds: timeout + GRACE } : {}),
			});
		});
}

/** `writ agent messages`: what waits in a mailbox. */
export function addMessages(agent: Command, session: Session): void {
	agent
		.command("messages")
		.summary("show what waits in an agent's mailbox")
		.description("Show the messages of an agent that are not answered, in order; --take takes them out, to be answered.")
		.argument("<id>", "the agent")
		.option("--limit <count>", "how many at most", parseCount(1, 1_000), 20)
		.option("--take", "take them; whoever takes a message answers it")
		.option("--wait <seconds>", "wait for a message when there is none", parseCount(0, 600))
		.action((id: string, options: MessagesOptions) =>
			ask(session, options, {
				event: "message:receive",
				data: { agent_id: id, limit: options.limit, peek: options.take !== true, wait_seconds: options.wait },
				show: (reply, terminal) => shown(reply, id, terminal),
				...(options.wait === undefined ? {} : { timeoutSeconds: options.wait + GRACE }),
			}),
		);
}

/** `writ agent answer`: the answer to a message that was taken. */
export function addAnswer(agent: Command, session: Session): void {
	agent
		.command("answer")
		.summary("answer a message that was taken")
		.description("Answer a message that was taken from a mailbox.")
		.argument("<message>", "the message's id")
		.argument("<text>", "the answer; - reads it from standard input")
		.action(async (message: string, text: string, options: CommonOptions) =>
			ask(session, options, {
				event: "message:answer",
				data: { message_id: message, content: await readText(text, session.terminal) },
				show: ({ answer_id }, { paint }) => `${paint.good("✓")} answered  ${paint.faint(textOf(answer_id))}\n`,
			}),
		);
}

function shown(reply: Reply, id: string, { paint }: Terminal): string {
	const messages = rowsOf(reply.messages);
	if (messages.length === 0) return `Nothing waits for ${visible(id)}. Send something: writ agent send ${visible(id)} "Hello"\n`;
	return messages
		.map(({ id: message, from, sent_at, state, content }) => {
			const head = `${paint.name(visible(textOf(from)))}  ${paint.faint(`${localTime(sent_at)}  ${textOf(state)}  ${textOf(message)}`)}`;
			return `${head}\n${visible(textOf(content)).replaceAll(/^/gm, "  ")}\n`;
		})
		.join("\n");
}
