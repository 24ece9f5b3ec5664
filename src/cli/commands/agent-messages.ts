import { type Command, Option } from "commander";
import { rowsOf, type ServerReply, textOf } from "../../client/index.ts";
import { ask } from "../ask.ts";
import { localTime } from "../output/table.ts";
import { visible } from "../output/visible.ts";
import type { CommonOptions, Invocation } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";
import { addPaging, type PagingOptions, parseCount } from "../words/numbers.ts";

interface SendOptions extends CommonOptions {
	readonly wait?: boolean;
	readonly timeout: number;
	readonly inReplyTo?: string;
}

interface MessagesOptions extends CommonOptions {
	readonly limit: number;
	readonly take?: boolean;
	readonly taken?: boolean;
	readonly wait?: number;
}

/** What the server is given beyond the time that it waits itself. */
const GRACE = 10;

/** `writ agent send`: a message into a mailbox. */
export function addSend(agent: Command, session: Invocation): void {
	agent
		.command("send")
		.summary("put a message into an agent's mailbox")
		.description("Put a message into an agent's mailbox; it is durable before it is called sent.")
		.argument("<id>", "the agent")
		.argument("<text>", "the message; - reads it from standard input")
		.option("--wait", "wait for the answer and print it (the default where a program answers)")
		.option("--no-wait", "only send")
		.option("--timeout <seconds>", "how long to wait for the answer", parseCount(1, 600), 600)
		.option("--in-reply-to <message>", "the message that it answers to")
		.action(async (id: string, text: string, options: SendOptions) => {
			const { wait, timeout, inReplyTo } = options;
			const message = await readText(text, session.terminal);
			return ask(session, options, {
				event: "agent:send_message",
				data: { agent_id: id, message, wait, timeout_seconds: wait === false ? undefined : timeout, in_reply_to: inReplyTo },
				show: ({ answer, request_id }, { paint }) =>
					answer === undefined ? `${paint.good("✓")} sent  ${paint.faint(textOf(request_id))}\n` : `${visible(textOf(answer))}\n`,
				timeoutSeconds: timeout + GRACE,
			});
		});
}

/** `writ agent messages`: what waits in a mailbox. */
export function addMessages(agent: Command, session: Invocation): void {
	agent
		.command("messages")
		.summary("show what waits in an agent's mailbox")
		.description(
			"Show the messages that wait for an agent, in order. --take takes them out, to be answered; --taken shows those already taken.",
		)
		.argument("<id>", "the agent")
		.option("--limit <count>", "how many at most", parseCount(1, 1_000), 20)
		.addOption(new Option("--take", "take them, to answer them yourself").conflicts("taken"))
		.addOption(new Option("--taken", "those that were taken and are not answered yet").conflicts("wait"))
		.option("--wait <seconds>", "wait for a message when there is none", parseCount(0, 600))
		.action((id: string, { limit, take = false, taken = false, wait, ...options }: MessagesOptions) => {
			if (taken)
				return ask(session, options, {
					event: "message:unanswered",
					data: { agent_id: id, limit },
					show: (reply, terminal) => shown(reply, terminal, `${visible(id)} has answered everything that it took.\n`),
				});
			return ask(session, options, {
				event: "message:receive",
				data: { agent_id: id, limit, peek: !take, wait_seconds: wait },
				show: (reply, terminal) => shown(reply, terminal, nothingWaits(visible(id))),
				...(wait === undefined ? {} : { timeoutSeconds: wait + GRACE }),
			});
		});
}

/** `writ agent history`: what you and an agent said to each other. */
export function addHistory(agent: Command, session: Invocation): void {
	const history = agent
		.command("history")
		.summary("show what you and an agent said to each other")
		.description("Show what you wrote to an agent and what it answered, the newest first.")
		.argument("<id>", "the agent");
	addPaging(history).action((id: string, { limit, cursor, ...options }: CommonOptions & PagingOptions) =>
		ask(session, options, {
			event: "message:history",
			data: { agent_id: id, limit, cursor },
			show: (reply, terminal) => {
				const none = `You and ${visible(id)} have not talked yet. Start: writ agent send ${visible(id)} "Hello"\n`;
				const more = reply.next_cursor === undefined ? "" : `There are more: --cursor ${textOf(reply.next_cursor)}\n`;
				return `${shown(reply, terminal, none)}${more}`;
			},
		}),
	);
}

/** `writ agent answer`: the answer to a message that was taken. */
export function addAnswer(agent: Command, session: Invocation): void {
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

function nothingWaits(id: string): string {
	return `No messages are waiting for ${id}. Send one: writ agent send ${id} "Hello"\nThose taken and not answered yet: writ agent messages ${id} --taken\n`;
}

function shown(reply: ServerReply, { paint }: Terminal, none: string): string {
	const messages = rowsOf(reply.messages);
	if (messages.length === 0) return none;
	return messages
		.map(({ id, from, sent_at, state, content }) => {
			const head = `${paint.name(visible(textOf(from)))}  ${paint.faint(`${localTime(sent_at)}  ${textOf(state)}  ${textOf(id)}`)}`;
			return `${head}\n${visible(textOf(content)).replaceAll(/^/gm, "  ")}\n`;
		})
		.join("\n");
}

/** The text that a word stands for: itself, or with `-` everything on standard input, which no list of processes shows. */
async function readText(word: string, { input }: Terminal): Promise<string> {
	if (word !== "-") return word;
	const pieces: Uint8Array[] = [];
	for await (const piece of input) pieces.push(piece);
	return Buffer.concat(pieces).toString().trimEnd();
}
